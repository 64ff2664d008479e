import type { Clock } from '../clock.ts'

const PROBE_TIMEOUT_MS = 5_000

/** What a probe found: our server, nobody, or somebody else in its place (a network that wants its own sign-in). */
export type ProbeEnd = 'online' | 'offline' | 'portal'

/** Asks `GET /api/v4/ping` whether our server can be reached; `navigator.onLine` is only a hint (offline.md §2 row 8). */
export async function probe(clock: Clock, fetchFn: typeof fetch, baseUrl: string): Promise<ProbeEnd> {
  const patience = new AbortController()
  const calm = clock.after(PROBE_TIMEOUT_MS, () => patience.abort())
  try {
    const response = await fetchFn(`${baseUrl}/api/v4/ping`, {
      cache: 'no-store',
      redirect: 'manual',
      headers: { Accept: 'application/json' },
      signal: patience.signal,
    })
    if (response.type === 'opaqueredirect') return 'portal'
    if (response.headers.get('X-Wheelbook-Api') !== '1') return response.status >= 500 ? 'offline' : 'portal'
    return response.ok ? 'online' : 'offline'
  } catch {
    return 'offline'
  } finally {
    calm()
  }
}
