import { type Huge, isHuge } from './values.ts'

export type Path = (string | number)[]

/** One mutation of a valid request. Plain data, so that it can be printed, omitted and replayed. */
export type Change =
  | { in: 'body' | 'query'; at: Path; value: unknown }
  | { in: 'body' | 'query'; at: Path; removed: true }
  /** Text of the whole body. */
  | { in: 'whole'; text: string | Huge; type: string }
  /** The body as a form with bracketed names. */
  | { in: 'form' }
  | { in: 'path'; number: number; value: string | Huge }
  | { in: 'header'; name: string; values: (string | Huge)[] }
  | { in: 'bytes'; bytes: string; times: number; type: string }
  | { in: 'csv'; text: string | Huge }
  | { in: 'method'; method: string }
  /** Sends the request twice with one Idempotency-Key. */
  | { in: 'repetition' }

/** Formats a mutation briefly for the report. */
export const describeChange = (change: Change): string =>
  JSON.stringify(change, (_, value) =>
    isHuge(value) ? `${value.times} x ${JSON.stringify(value.repeat)}` : value,
  ).slice(0, 600)
