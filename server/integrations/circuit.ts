import type { Logger } from 'pino'
import { inExternalSpan } from '#server/observe/tracing.ts'

export interface CircuitLimits {
  /** Time limit of one call, from its start. */
  timeoutMs: number
  /** Maximum concurrent calls. */
  concurrent: number
  /** Maximum calls that wait for a slot, for at most `timeoutMs`. Further ones are rejected. */
  queued: number
  /** Consecutive failures that open the circuit. */
  breakAfter: number
  /** Time that an open circuit rejects every call before one call may probe. */
  restMs: number
}

/** `open`: the dependency failed repeatedly and is paused. `busy`: too many calls wait. `timeout`: no response. */
type NoResponseReason = 'open' | 'busy' | 'timeout'

/** The call was not made, or timed out. The dependency may still have executed it. */
export class CircuitError extends Error {
  override readonly name = 'CircuitError'
  readonly reason: NoResponseReason
  constructor(port: string, reason: NoResponseReason) {
    super(`${port}: ${TEXTS[reason]}`)
    this.reason = reason
  }
}

const TEXTS: Record<NoResponseReason, string> = {
  open: 'not called, because it failed several times in a row',
  busy: 'not called, because too many calls wait for it',
  timeout: 'no response in time',
}

export interface CircuitOptions {
  log?: Pick<Logger, 'warn' | 'info'> | undefined
  /**
   * Whether an error means that the dependency is unhealthy. Rejecting one card or address does not. Default: all do.
   */
  isFailure?: (error: unknown) => boolean
  /** Milliseconds of a clock that is never set back. Default: `performance.now`. */
  now?: () => number
}

export interface Circuit {
  /**
   * Calls the dependency. The signal aborts at the timeout; pass it to clients that accept one. Throws CircuitError, or
   * the call's own error.
   */
  run<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/**
 * Timeout, concurrency limit and circuit breaker for one dependency, so that a dead one costs a bounded number of
 * calls. It recovers by itself: after `restMs` one call probes, and the circuit closes as soon as one succeeds. A
 * timed-out call keeps its slot until it really ends, so calls that cannot be aborted do not pile up. A call that has
 * not ended after three more timeouts is considered lost. A probe needs no slot. Why not a library: decision 37.
 */
export function createCircuit(port: string, limits: CircuitLimits, options: CircuitOptions = {}): Circuit {
  const { log, isFailure = () => true, now = () => performance.now() } = options
  const waiting = new Set<(reason: NoResponseReason | null) => void>()
  let running = 0
  let failures = 0
  let openUntil = 0
  let isProbing = false

  const isOpen = () => failures >= limits.breakAfter

  /** Rejects while the circuit is open. Returns true if this call is the probe. */
  function admit(): boolean {
    if (!isOpen()) return false
    if (now() < openUntil || isProbing) throw new CircuitError(port, 'open')
    isProbing = true
    return true
  }

  /** Waits for one of `concurrent` slots. */
  async function takePlace(): Promise<void> {
    if (running < limits.concurrent) {
      running++
      return
    }
    if (waiting.size >= limits.queued) throw new CircuitError(port, 'busy')
    const reason = await new Promise<NoResponseReason | null>((resolve) => {
      const leave = (given: NoResponseReason | null) => {
        clearTimeout(timer)
        waiting.delete(leave)
        resolve(given)
      }
      const timer = setTimeout(leave, limits.timeoutMs, 'busy')
      waiting.add(leave)
    })
    if (reason !== null) throw new CircuitError(port, reason)
  }

  function leavePlace() {
    const [next] = waiting
    // Hands the slot to the next call directly, so that no other call can take it in between.
    if (next && running <= limits.concurrent) next(null)
    else running--
  }

  function succeed() {
    if (isOpen()) log?.info({ port }, 'A dependency answers again')
    failures = 0
  }

  function fail(wasProbe: boolean) {
    const wasOpen = isOpen()
    failures++
    if (!isOpen() || (wasOpen && !wasProbe)) return
    openUntil = now() + limits.restMs
    if (!wasOpen)
      log?.warn({ port, restMs: limits.restMs }, 'A dependency fails: calls to it are rejected for now')
    for (const leave of waiting) leave('open')
  }

  return {
    async run(call) {
      const isProbe = admit()
      try {
        if (isProbe) running++
        else await takePlace()
        const result = await withDeadline(port, limits.timeoutMs, call, leavePlace)
        succeed()
        return result
      } catch (error) {
        const isRejected = error instanceof CircuitError && error.reason !== 'timeout'
        if (!isRejected && (error instanceof CircuitError || isFailure(error))) fail(isProbe)
        else if (!isRejected) succeed()
        throw error
      } finally {
        if (isProbe) isProbing = false
      }
    },
  }
}

/** Calls `onEnd` when the call has really ended, which may be long after its timeout. */
async function withDeadline<T>(
  port: string,
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<T>,
  onEnd: () => void,
): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new CircuitError(port, 'timeout')
      reject(error)
      controller.abort(error)
    }, timeoutMs)
  })
  const result = Promise.resolve().then(() => inExternalSpan(port, () => call(controller.signal)))
  let hasEnded = false
  const end = () => {
    if (!hasEnded) onEnd()
    hasEnded = true
    clearTimeout(lost)
  }
  const lost = setTimeout(end, timeoutMs * 4).unref()
  result.then(end, end)
  try {
    return await Promise.race([result, deadline])
  } catch (error) {
    // Clients wrap the abort reason in errors of their own.
    if (controller.signal.aborted) throw controller.signal.reason
    throw error
  } finally {
    clearTimeout(timer)
  }
}
