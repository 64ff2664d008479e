import { api } from '#src/api/client.ts'

/** What a device reports about its unsent entries: numbers only. */
export type UnsentReport = Parameters<typeof api.sync.heartbeat>[0]

/**
 * The last report before the session ends or moves to another fleet: the server accepts none after that, and would show
 * the earlier numbers for months. Stored with a sign-out that waits for a connection.
 */
export interface FinalReport {
  /** The session that it is about, as `fleet:user`. Under any other, the server rejects it. */
  session: string
  report: UnsentReport
}

/** How long the user waits for the server. */
const SEND_TIMEOUT_MS = 3000

/** Sends a final report. Ends soon and never rejects, because the sign-out or the switch matters more. */
export async function sendFinalReport({ session, report }: FinalReport, signal?: AbortSignal): Promise<void> {
  if (!navigator.onLine) return
  const context = { session, timeoutMs: SEND_TIMEOUT_MS }
  await api.sync.heartbeat(report, { context, ...(signal && { signal }) }).catch(() => undefined)
}

/** Parses a stored report. Returns null if the text is not one. The server validates the numbers. */
export function parseFinalReport(text: string | null): FinalReport | null {
  try {
    const { session, report } = Object(JSON.parse(text ?? '{}'))
    return typeof session === 'string' && report instanceof Object ? { session, report } : null
  } catch {
    return null
  }
}
