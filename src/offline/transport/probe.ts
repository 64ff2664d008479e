import type { Clock } from '#src/offline/model/clock.ts'
import { isPortal } from './classify.ts'

const PROBE_TIMEOUT_MS = 5_000

/** Result of a probe: our server, no response, or a captive portal. */
export type ProbeResult = 'online' | 'offline' | 'portal'

/**
 * Requests `GET /api/v4/ping` to check that our server is reachable; `navigator.onLine` is only a hint (docs/offline.md
 * row 8).
 */
export async function probe(clock: Clock, fetchFn: typeof fetch, baseUrl: string): Promise<ProbeResult> {
  const timeout = new AbortController()
  const cancelTimeout = clock.after(PROBE_TIMEOUT_MS, () => timeout.abort())
  try {
    const response = await fetchFn(`${baseUrl}/api/v4/ping`, {
      cache: 'no-store',
      redirect: 'manual',
      headers: { Accept: 'application/json' },
      signal: timeout.signal,
    })
    if (response.type === 'opaqueredirect') return 'portal'
    const header = (name: string) => response.headers.get(name)
    if (isPortal({ status: response.status, header })) return 'portal'
    return response.ok && header('X-Wheelbook-Api') === '1' ? 'online' : 'offline'
  } catch {
    return 'offline'
  } finally {
    cancelTimeout()
  }
}
