import { setTimeout as sleep } from 'node:timers/promises'

/** `refused`: 429 or 503. `failed`: any other unexpected status, or a broken connection. */
export type Outcome = 'ok' | 'refused' | 'failed' | 'timed out'

export interface CallResult {
  outcome: Outcome
  /** What went wrong, such as a status and its code. Absent for 'ok'. */
  why?: string
}

/** A call with the moment at which it is due, in ms from the start. */
export interface Arrival {
  atMs: number
  call: string
}

/** What became of an arrival. */
export interface Sample extends CallResult {
  call: string
  atMs: number
  /** How late the generator itself was. */
  lagMs: number
  /** From the scheduled moment to the end of the response, so that a late generator or a queue counts. */
  latencyMs: number
}

/**
 * Sends each arrival at its moment, whether or not earlier ones were answered (open loop). A closed loop would send less
 * while the server is slow, and so hide its worst times. Resolves when all are answered. The arrivals are in order of time.
 */
export async function sendOnSchedule<A extends Arrival>(
  arrivals: readonly A[],
  send: (arrival: A) => Promise<CallResult>,
): Promise<Sample[]> {
  const samples: Sample[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (const arrival of arrivals) {
    const dueAt = startedAt + arrival.atMs
    while (performance.now() < dueAt) await sleep(Math.max(0, dueAt - performance.now()))
    running.push(sendOne(arrival, dueAt))
  }
  await Promise.all(running)
  return samples

  async function sendOne(arrival: A, dueAt: number): Promise<void> {
    const lagMs = performance.now() - dueAt
    const result = await send(arrival)
    const { call, atMs } = arrival
    samples.push({ call, atMs, lagMs, latencyMs: performance.now() - dueAt, ...result })
  }
}
