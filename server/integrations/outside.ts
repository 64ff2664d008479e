import { setTimeout as sleep } from 'node:timers/promises'
import { CircuitError, type CircuitOptions, createCircuit } from './circuit.ts'

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
  /** Questions in a row without an answer that open the circuit. */
  breaksAfter: number
  /** How long the circuit stays open before one question may probe. */
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

/** For one question with all its retries and pauses. */
const CALL_TIMEOUT_MS = 300_000

/**
 * Asks an outside system through a circuit, with retries, growing pauses between them and a limit of its rate. Throws
 * OutsideFailure.
 */
export function outsideCaller(
  name: string,
  patience: Patience = USUAL_PATIENCE,
  { log, now = Date.now }: Pick<CircuitOptions, 'log' | 'now'> = {},
) {
  let nextAt = 0
  const circuit = createCircuit(
    name,
    // Each request has a timeout of its own; the pauses between them are part of the call.
    {
      timeoutMs: CALL_TIMEOUT_MS,
      concurrent: 8,
      queued: 64,
      breakAfter: patience.breaksAfter,
      restMs: patience.restMs,
    },
    { log, now, isFailure: (error) => !(error instanceof OutsideFailure && error.fault === 'refused') },
  )

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

  async function retry<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await tryOnce(ask)
      } catch (error) {
        if (!(error instanceof OutsideFailure)) throw error
        const pauseMs = error.retryAfterMs ?? patience.pauseMs * 2 ** (tries - 1) * (1 + Math.random() / 2)
        const isOver = tries >= patience.tries || pauseMs > patience.pauseMaxMs
        if (isOver || error.fault === 'refused') throw error
        await sleep(pauseMs)
      }
    }
  }

  return async function call<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await circuit.run(() => retry(ask))
    } catch (error) {
      if (error instanceof CircuitError) throw new OutsideFailure('unavailable', error.message)
      throw error
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

/** Reads a body of bounded size. */
export async function readText(response: Response, where: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new OutsideFailure('bad_answer', `${where}: too large`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
