import type { Clock } from '#src/offline/model/clock.ts'
import {
  requestTimeoutMs,
  type Transport,
  type TransportFailure,
  type TransportResponse,
} from './transport.ts'

/** A file without progress for this long is aborted until the next attempt. */
const STALLED_MS = 30_000

/**
 * Sends by XMLHttpRequest, which unlike `fetch` reports the bytes sent: for the progress bar, and to tell a slow
 * connection from a dead one. If the browser reports no progress, the timeout by size applies.
 */
function uploadTransport(clock: Clock): Transport {
  return (outgoing, signal, onProgress) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      let hasMoved = false
      let cancelTimeout = () => {}
      const wait = (ms: number) => {
        cancelTimeout()
        cancelTimeout = clock.after(ms, () => end('timeout'))
      }
      const end = (outcome: TransportResponse | TransportFailure) => {
        cancelTimeout()
        signal.removeEventListener('abort', stop)
        resolve(outcome)
        // Aborting a finished request would clear its headers before they are read.
        if (request.readyState !== XMLHttpRequest.DONE) request.abort()
      }
      const stop = () => end('stopped')
      request.upload.onprogress = ({ loaded, total }) => {
        if (loaded > 0) hasMoved = true
        // Sent bytes may still be in the phone's buffers, where no progress is visible.
        if (hasMoved) wait(loaded < total ? STALLED_MS : requestTimeoutMs(outgoing.fileBytes))
        onProgress?.(loaded)
      }
      request.onload = () =>
        end({
          status: request.status,
          header: (name) => request.getResponseHeader(name),
          text: request.responseText,
        })
      request.onerror = () => end('network')
      signal.addEventListener('abort', stop)
      request.open(outgoing.method, outgoing.url)
      for (const [name, value] of Object.entries(outgoing.headers)) request.setRequestHeader(name, value)
      wait(requestTimeoutMs(outgoing.fileBytes))
      if (signal.aborted) stop()
      else request.send(outgoing.body)
    })
}

/** Sends files by XMLHttpRequest if available (pages), everything else by `fetch`. */
export function bestTransport(byFetch: Transport, clock: Clock): Transport {
  if (typeof XMLHttpRequest === 'undefined') return byFetch
  const byUpload = uploadTransport(clock)
  return (outgoing, signal, onProgress) =>
    outgoing.fileBytes > 0 ? byUpload(outgoing, signal, onProgress) : byFetch(outgoing, signal)
}
