import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What an outside system did instead of answering. `refused`: it knows us and says no; `too_many`: asked too often;
 * `bad_answer`: what came cannot be read; `unavailable`: nobody there, too slow, or broken.
 */
export type OutsideFault = 'refused' | 'too_many' | 'bad_answer' | 'unavailable'

export class OutsideFailure extends Error {
  readonly fault: OutsideFault
  /** It said itself when to come back. */
  readonly retryAfterMs: number | null
  constructor(fault: OutsideFault, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}

export interface Patience {
  /** For one request. */
  timeoutMs: number
  /** Requests for one question. */
  tries: number
  /** Before the second try; doubles with each. */
  pauseMs: number
  /** Who asks to wait longer is left for the next round. */
  pauseMaxMs: number
  /** Between the beginnings of two requests. */
  gapMs: number
  /** Questions in a row without an answer, after which nobody is asked for a while. */
  breaksAfter: number
  restMs: number
}

/** 5 s a request: a system that takes longer than that is as good as away. */
export const USUAL_PATIENCE: Patience = {
  timeoutMs: 5000,
  tries: 4,
  pauseMs: 500,
  pauseMaxMs: 60_000,
  gapMs: 250,
  breaksAfter: 5,
  restMs: 60_000,
}

/**
 * Asks an outside system with time-outs, retries with growing pauses, a limit of its rate, and a breaker that lets it rest
 * after several questions without an answer. Throws OutsideFailure.
 */
export function outsideCaller(patience: Patience = USUAL_PATIENCE, now: () => number = Date.now) {
  let nextAt = 0
  let failures = 0
  let restsUntil = 0

  /** Waits for this request's turn. */
  async function turn() {
    const at = Math.max(now(), nextAt)
    nextAt = at + patience.gapMs
    await sleep(Math.max(0, at - now()))
  }

  async function tryOnce<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await turn()
    try {
      return await ask(AbortSignal.timeout(patience.timeoutMs))
    } catch (error) {
      if (error instanceof OutsideFailure) throw error
      throw new OutsideFailure('unavailable', error instanceof Error ? error.message : String(error))
    }
  }

  function fail(failure: OutsideFailure): OutsideFailure {
    // A refusal is an answer: the system is well.
    failures = failure.fault === 'refused' ? 0 : failures + 1
    if (failures >= patience.breaksAfter) restsUntil = now() + patience.restMs
    return failure
  }

  return async function call<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (now() < restsUntil)
      throw new OutsideFailure(
        'unavailable',
        'It did not answer several times, and is left alone for a while',
      )
    for (let tries = 1; ; tries++) {
      try {
        const answer = await tryOnce(ask)
        failures = 0
        return answer
      } catch (error) {
        if (!(error instanceof OutsideFailure)) throw error
        const pauseMs = error.retryAfterMs ?? patience.pauseMs * 2 ** (tries - 1) * (1 + Math.random() / 2)
        const isOver = tries >= patience.tries || pauseMs > patience.pauseMaxMs
        if (isOver || error.fault === 'refused') throw fail(error)
        await sleep(pauseMs)
      }
    }
  }
}

/** An answer larger than this is none that we asked for. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024

/** Asks for JSON; what is not a success is an OutsideFailure. A status in `also` counts as an answer. */
export async function fetchJson(
  url: string | URL,
  init: RequestInit & { also?: readonly number[] },
): Promise<{ body: unknown; headers: Headers }> {
  // What we send, passwords among it, is for the address that was configured.
  const response = await fetch(url, { ...init, redirect: 'error' })
  const { status, headers } = response
  const where = new URL(url).host
  if (!response.ok && !init.also?.includes(status)) {
    await response.body?.cancel()
    if (status === 429 || status === 503)
      throw new OutsideFailure(
        status === 429 ? 'too_many' : 'unavailable',
        `${where}: ${status}`,
        retryAfterMs(headers),
      )
    if (status === 401 || status === 403) throw new OutsideFailure('refused', `${where}: ${status}`)
    throw new OutsideFailure(status >= 500 ? 'unavailable' : 'bad_answer', `${where}: ${status}`)
  }
  const text = await readText(response, where)
  try {
    return { body: JSON.parse(text), headers }
  } catch {
    throw new OutsideFailure('bad_answer', `${where}: not JSON`)
  }
}

/** Seconds of Retry-After, as milliseconds. */
export function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

async function readText(response: Response, where: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new OutsideFailure('bad_answer', `${where}: too large`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
