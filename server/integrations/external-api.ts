import { setTimeout as sleep } from 'node:timers/promises'
import { CircuitError, type CircuitOptions, createCircuit } from './circuit.ts'

/**
 * How an external API failed. `refused`: it rejected our credentials or request; `too_many`: rate limited;
 * `bad_answer`: its response cannot be parsed; `unavailable`: unreachable, too slow, or broken.
 */
type ExternalErrorKind = 'refused' | 'too_many' | 'bad_answer' | 'unavailable'

export class ExternalApiError extends Error {
  readonly kind: ExternalErrorKind
  /** Delay that the API asked for. */
  readonly retryAfterMs: number | null
  constructor(fault: ExternalErrorKind, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.kind = fault
    this.retryAfterMs = retryAfterMs
  }
}

export interface RetryPolicy {
  /** Time limit of one request. */
  timeoutMs: number
  /** Maximum requests per call. */
  tries: number
  /** Delay before the first retry; doubles with each. */
  pauseMs: number
  /** A call that would have to wait longer fails instead. */
  pauseMaxMs: number
  /** Minimum time between the starts of two requests. */
  gapMs: number
  /** Consecutive failed calls that open the circuit. */
  breakAfter: number
  /** How long the circuit stays open before one call may probe. */
  restMs: number
}

/** 5 s per request: a slower system counts as unavailable. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  timeoutMs: 5000,
  tries: 4,
  pauseMs: 500,
  pauseMaxMs: 60_000,
  gapMs: 250,
  breakAfter: 5,
  restMs: 60_000,
}

/** Time limit of one call with all its retries and delays. */
const CALL_TIMEOUT_MS = 300_000

/**
 * Returns a function that calls an external API through a circuit, with retries, growing delays and a rate limit.
 * Throws ExternalApiError.
 */
export function externalApiCaller(
  name: string,
  policy: RetryPolicy = DEFAULT_RETRY_POLICY,
  { log, now = () => performance.now() }: Pick<CircuitOptions, 'log' | 'now'> = {},
) {
  let nextAt = 0
  const circuit = createCircuit(
    name,
    // Each request has its own timeout; the delays between them are part of the call.
    {
      timeoutMs: CALL_TIMEOUT_MS,
      concurrent: 8,
      queued: 64,
      breakAfter: policy.breakAfter,
      restMs: policy.restMs,
    },
    { log, now, isFailure: (error) => !(error instanceof ExternalApiError && error.kind === 'refused') },
  )

  /** Enforces the minimum gap between requests. */
  async function turn() {
    const at = Math.max(now(), nextAt)
    nextAt = at + policy.gapMs
    await sleep(Math.max(0, at - now()))
  }

  async function tryOnce<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await turn()
    try {
      return await send(AbortSignal.timeout(policy.timeoutMs))
    } catch (error) {
      if (error instanceof ExternalApiError) throw error
      throw new ExternalApiError('unavailable', error instanceof Error ? error.message : String(error))
    }
  }

  async function retry<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await tryOnce(send)
      } catch (error) {
        if (!(error instanceof ExternalApiError)) throw error
        const pauseMs = error.retryAfterMs ?? policy.pauseMs * 2 ** (attempts - 1) * (1 + Math.random() / 2)
        const isOver = attempts >= policy.tries || pauseMs > policy.pauseMaxMs
        if (isOver || error.kind === 'refused') throw error
        await sleep(pauseMs)
      }
    }
  }

  return async function call<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await circuit.run(() => retry(send))
    } catch (error) {
      if (error instanceof CircuitError) throw new ExternalApiError('unavailable', error.message)
      throw error
    }
  }
}

/** Larger responses are rejected. */
const RESPONSE_MAX_BYTES = 64 * 1024 * 1024

/** Fetches JSON. A status that is not a success throws ExternalApiError, unless it is listed in `also`. */
export async function fetchJson(
  url: string | URL,
  init: RequestInit & { also?: readonly number[] },
): Promise<{ body: unknown; headers: Headers }> {
  // The request contains credentials, so it must not follow redirects to another host.
  const response = await fetch(url, { ...init, redirect: 'error' })
  const { status, headers } = response
  const where = new URL(url).host
  if (!response.ok && !init.also?.includes(status)) {
    await response.body?.cancel()
    if (status === 429 || status === 503)
      throw new ExternalApiError(
        status === 429 ? 'too_many' : 'unavailable',
        `${where}: ${status}`,
        retryAfterMs(headers),
      )
    if (status === 401 || status === 403) throw new ExternalApiError('refused', `${where}: ${status}`)
    throw new ExternalApiError(status >= 500 ? 'unavailable' : 'bad_answer', `${where}: ${status}`)
  }
  const text = await readText(response, where)
  try {
    return { body: JSON.parse(text), headers }
  } catch {
    throw new ExternalApiError('bad_answer', `${where}: not JSON`)
  }
}

/** Returns the seconds of Retry-After in milliseconds. */
export function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** Reads a body of limited size. */
export async function readText(response: Response, where: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > RESPONSE_MAX_BYTES) throw new ExternalApiError('bad_answer', `${where}: too large`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
