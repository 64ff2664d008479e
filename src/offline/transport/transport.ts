import type { Clock } from '#src/offline/model/clock.ts'
import type { OutgoingRequest } from './build-request.ts'

/** A response, from any sender. */
export interface TransportResponse {
  status: number
  header(name: string): string | null
  text: string
}

/** Why there is no response: the network, our timeout, or the end of the run. */
export type TransportFailure = 'network' | 'timeout' | 'stopped'

/** Sends one request once; never throws. `onProgress` receives the bytes sent, if the browser reports them. */
export type Transport = (
  outgoing: OutgoingRequest,
  signal: AbortSignal,
  onProgress?: (bytes: number) => void,
) => Promise<TransportResponse | TransportFailure>

const ENTRY_TIMEOUT_MS = 20_000
/** Slowest supported upload speed where progress is not visible. */
const SLOWEST_BYTES_PER_MS = 4

/** Total timeout of an attempt: entries 20 s; files 30 s plus the time they need at 32 kbit/s. */
export const requestTimeoutMs = (fileBytes: number): number =>
  fileBytes === 0 ? ENTRY_TIMEOUT_MS : 30_000 + fileBytes / SLOWEST_BYTES_PER_MS

/** Sends by `fetch`, in pages and workers. Redirects are not followed: they lead to a portal's sign-in. */
export function fetchTransport(clock: Clock, fetchFn: typeof fetch): Transport {
  return async (outgoing, signal) => {
    // Not AbortSignal.any: iPhones of 2023 lack it.
    const call = new AbortController()
    let isTimeUp = false
    const cancelTimeout = clock.after(requestTimeoutMs(outgoing.fileBytes), () => {
      isTimeUp = true
      call.abort()
    })
    const stop = () => call.abort()
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      const response = await fetchFn(outgoing.url, {
        method: outgoing.method,
        headers: outgoing.headers,
        body: outgoing.body,
        signal: call.signal,
        redirect: 'error',
        cache: 'no-store',
        credentials: 'same-origin',
      })
      const text = await response.text()
      return { status: response.status, header: (name) => response.headers.get(name), text }
    } catch {
      return signal.aborted ? 'stopped' : isTimeUp ? 'timeout' : 'network'
    } finally {
      cancelTimeout()
      signal.removeEventListener('abort', stop)
    }
  }
}
