import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAdmissionQueue } from './admission-queue.ts'

const BUSY = 21
const CALM = 20

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/**
 * Creates an admission queue for a pool with that many waiting queries, and records who was admitted or rejected, in
 * order.
 */
function queueOf(waitingCount: number) {
  const pool = Object.assign(new EventEmitter(), { waitingCount })
  const queue = createAdmissionQueue(pool as never)
  const results: string[] = []
  const enter = async (name: string) =>
    void results.push(`${name} ${(await queue.enter()) ? 'in' : 'refused'}`)
  return { pool, enter, results }
}

it('admits every request at once while the database keeps up (R-16)', async () => {
  const { enter, results } = queueOf(CALM)
  await enter('a')
  expect(results).toEqual(['a in'])
})

it('admits waiting requests in order of arrival as the database frees up', async () => {
  const { pool, enter, results } = queueOf(BUSY)
  for (const name of ['a', 'b', 'c']) void enter(name)
  pool.emit('release')
  await turn()
  expect(results).toEqual([])
  pool.waitingCount = CALM
  pool.emit('release')
  pool.waitingCount = BUSY
  await turn()
  expect(results).toEqual(['a in'])
  void enter('d')
  // Requests that run no query do not load the database and block no other request.
  pool.waitingCount = CALM
  pool.emit('release')
  for (let nth = 0; nth < 5; nth++) await turn()
  expect(results).toEqual(['a in', 'b in', 'c in', 'd in'])
})

it('rejects a request that has waited 600 ms, and forgets it', async () => {
  const { pool, enter, results } = queueOf(BUSY)
  void enter('a')
  await vi.advanceTimersByTimeAsync(500)
  void enter('b')
  await vi.advanceTimersByTimeAsync(100)
  expect(results).toEqual(['a refused'])
  pool.waitingCount = CALM
  pool.emit('release')
  await turn()
  expect(results).toEqual(['a refused', 'b in'])
})
