import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkAction } from '#contract/vehicles/bulk-actions.ts'
import { type Client, retryWhileUnavailable } from '#tests/support/client.ts'

export const PATH = '/api/v4/bulk_actions'
/** Time without progress that counts as stuck. */
const STUCK_MS = 180_000
const POLL_MS = 50

export const withKey = (key = randomUUID()) => ({ 'idempotency-key': `"${key}"` })

export async function startAction(client: Client, input: object): Promise<BulkAction> {
  const response = await client.post(PATH, input, withKey())
  if (response.status !== 201) throw new Error(`Start: ${JSON.stringify(response.body)}`)
  return response.body
}

export async function undoAction(client: Client, id: string): Promise<BulkAction> {
  const response = await client.put(`${PATH}/${id}/undo`, {}, withKey())
  if (response.status !== 200) throw new Error(`Undo: ${JSON.stringify(response.body)}`)
  return response.body
}

/** Waits for the end. `onProgress` gets the number of rows that were decided, and may kill the server. */
export async function untilOver(
  client: Client,
  id: string,
  onProgress: (done: number) => Promise<void> = async () => {},
): Promise<BulkAction> {
  let [last, lastAt] = [-1, Date.now()]
  for (;;) {
    const { body } = await retryWhileUnavailable(() => client.get(`${PATH}/${id}`))
    if (body.finished_at) return body
    const done = body.done + body.refused
    if (done !== last) [last, lastAt] = [done, Date.now()]
    if (Date.now() - lastAt > STUCK_MS) throw new Error(`Stuck at ${done}`)
    await onProgress(done)
    await sleep(POLL_MS)
  }
}

export interface Killing {
  kills: number
  /** Kills the server and starts it again. */
  restart: () => Promise<void>
}

/** Kills the server at equal distances until the action is over. Returns the number of rows that were changed, and of kills. */
export async function killUntilOver(
  client: Client,
  { id, vehicles_total: rows }: BulkAction,
  { kills, restart }: Killing,
): Promise<{ done: number; killed: number }> {
  let killed = 0
  const { done } = await untilOver(client, id, async (decided) => {
    if (killed >= kills || decided < ((killed + 1) * rows) / (kills + 1)) return
    await restart()
    killed++
  })
  return { done, killed }
}

export async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const beganAt = performance.now()
  return [await work(), performance.now() - beganAt]
}
