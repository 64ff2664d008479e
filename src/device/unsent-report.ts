import { api } from '#src/api/client.ts'
import type { Outbox, OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { newId } from '#src/offline/model/ids.ts'
import { type Scope, scopeHeader } from '#src/offline/model/scope.ts'
import { isInstalled, isStoragePersisted } from './device-storage.ts'
import type { FinalReport, UnsentReport } from './final-report.ts'
import { lostData, markReported } from './lost-data.ts'

// What this device reports about its unsent entries (docs/offline.md#protocol): numbers only.

const deviceKey = 'device_id'
/** How long a final report waits for the storage of this device, because the user waits too. */
const READ_TIMEOUT_MS = 2000

/** Serializes what a report says. If the text is the same as before, no new report is due. */
export const reportText = (status: OutboxStatus, scope: Scope): string =>
  JSON.stringify([
    status.waiting,
    status.filesWaiting,
    status.needsYou,
    status.needsYouFiles,
    isInstalled(),
    lostData.of(scope)?.isTold === false,
  ])

/** Reports the unsent entries to the server. @throws ApiFailure */
export async function sendReport(outbox: Outbox, scope: Scope, status: OutboxStatus): Promise<void> {
  const text = reportText(status, scope)
  const lost = lostData.of(scope)
  // Until the server responds, it is not known which report it has.
  lastReport.store(scope, null)
  await api.sync.heartbeat(await createReport(outbox, scope, status))
  lastReport.store(scope, text)
  if (lost) markReported(scope, lost)
}

/**
 * Returns the report to send before the session ends or moves to another fleet. Null: the server has these numbers, or
 * they cannot be read. Ends soon and never rejects.
 * @param locked resolves when the outbox is locked, so that its numbers no longer change; omit it if it is locked already
 */
export function createFinalReport(
  outbox: Pick<Outbox, 'oldestAt' | 'status'>,
  scope: Scope,
  locked?: Promise<void>,
): Promise<FinalReport | null> {
  async function read(): Promise<FinalReport | null> {
    await locked
    const status = await outbox.status.current()
    const hasServerThisReport = lastReport.of(scope) === reportText(status, scope)
    lastReport.store(scope, null)
    if (hasServerThisReport) return null
    return { session: scopeHeader(scope), report: await createReport(outbox, scope, status) }
  }
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), READ_TIMEOUT_MS))
  return Promise.race([read().catch(() => null), timeout])
}

async function createReport(
  outbox: Pick<Outbox, 'oldestAt'>,
  scope: Scope,
  status: OutboxStatus,
): Promise<UnsentReport> {
  const lost = lostData.of(scope)
  const oldestAt = await outbox.oldestAt.current()
  return {
    device_id: deviceId(),
    pending: status.waiting + status.filesWaiting,
    pending_files: status.filesWaiting,
    oldest_at: oldestAt === null ? null : new Date(oldestAt).toISOString(),
    stuck: status.needsYou,
    stuck_files: status.needsYouFiles,
    app_version: __APP_VERSION__,
    persisted: await isStoragePersisted(),
    installed: isInstalled(),
    ...(lost && !lost.isTold ? { lost: lost.count, lost_files: lost.files } : {}),
  }
}

/** The text of the report that the server has, for all tabs; null: not known. */
const lastReport = {
  of: (scope: Scope): string | null => localStorage.getItem(lastReportKey(scope)),
  store(scope: Scope, text: string | null): void {
    try {
      if (text === null) localStorage.removeItem(lastReportKey(scope))
      else localStorage.setItem(lastReportKey(scope), text)
    } catch {
      // Full or blocked: not known, so the final report is sent.
    }
  },
}

const lastReportKey = ({ tenantId, userId }: Scope): string => `reported:${tenantId}:${userId}`

/** A random id of this browser profile, shared by all its users; it identifies no one. */
function deviceId(): string {
  const known = localStorage.getItem(deviceKey)
  if (known) return known
  const made = newId()
  localStorage.setItem(deviceKey, made)
  return made
}
