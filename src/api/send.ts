import type { CallContext } from './call-context.ts'
import { ApiFailure } from './failure.ts'
import { reportFailure } from './report-failure.ts'
import { readFailure } from './response-failure.ts'
import { reportServerContact } from './server-contact.ts'
import { announceUnauthorized } from './unauthorized.ts'

/** Timeout of a JSON call. Weak connections are slow, but a hung connection must end (docs/offline.md#runner). */
const TIMEOUT_MS = 20_000

/**
 * Sends one request to our API, as `fetch` of the link. Resolves only with a successful response of our own server. Throws an ApiFailure for
 * everything else: error responses, no connection, a timeout, a captive portal.
 */
export async function send(
  request: Request,
  _init?: unknown,
  { context: { timeoutMs = TIMEOUT_MS } }: { context: CallContext } = { context: {} },
): Promise<Response> {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await fetch(request, {
    signal: anySignal(request.signal, timeout),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  }).catch((error: unknown) => {
    // Aborted by the caller, for example because the user left the screen. Not a failure of the call.
    if (request.signal.aborted) throw error
    reportServerContact('offline')
    const code = timeout.aborted ? 'timeout' : 'network'
    throw new ApiFailure({ status: 0, code, messages: [] }, { cause: error })
  })
  const isOurs = response.headers.has('X-Wheelbook-Api')
  if (isOurs) reportServerContact('online')
  if (!isOurs) {
    // A proxy in front of a server that is down.
    if (response.status >= 502) reportServerContact('offline')
    throw new ApiFailure({ status: response.status, code: 'not_api', messages: [] })
  }
  if (response.ok) return response
  const failure = await readFailure(response)
  if (failure.code === 'not_signed_in') announceUnauthorized(startedAt)
  else reportFailure(failure, new URL(request.url).pathname)
  throw failure
}

/** Aborts when the first of several signals aborts. iPhones before iOS 17.4 lack `AbortSignal.any`. */
function anySignal(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return either.signal
}
