import type { ProblemCode } from '#contract/core/problems.ts'

/**
 * What can happen to one attempt.
 *
 * - `lostAck`: the server executes it, but the connection fails before the response
 * - `reset`: the connection fails before the server executes it
 * - `portal`: status 200 with the page of a captive portal
 * - `blocked`: status 403 with the page of a filter
 * - `hang`: no response
 * - `slow`: the server executes it, and responds after 10 s
 */
export type Fault =
  | 'ok'
  | 'lostAck'
  | 'reset'
  | '503'
  | '429'
  | '401'
  | 'portal'
  | 'blocked'
  | 'hang'
  | 'slow'

/** Share of attempts that each fault affects, 0 to 1; the rest is 'ok'. */
export type FaultMix = Partial<Record<Fault, number>>

/** What a test may decide about one attempt: a fault, or a problem response. */
export type Decision = Fault | ProblemCode

export interface Attempt {
  method: string
  path: string
  key: string | null
  /** Id of the entry or the file, if the URL contains it. */
  id: string | null
  attempt: number
}

/**
 * Draws the fault of an attempt from seed, key and attempt number, not from the order of arrival: clients that send in
 * another order get the same faults.
 */
export function drawFault(seed: number, mix: FaultMix, { key, path, attempt }: Attempt): Fault {
  let left = seededRandom(`${seed}/${key ?? path}/${attempt}`)()
  for (const [fault, share] of Object.entries(mix)) {
    left -= share
    if (left < 0) return fault as Fault
  }
  return 'ok'
}

/** Numbers from 0 to below 1, the same for the same seed (FNV-1a into mulberry32). */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
