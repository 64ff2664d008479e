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
function doorOf(waitingCount: number) {
  const pool = Object.assign(new EventEmitter(), { waitingCount })
  const door = createAdmissionQueue(pool as never)
  const heard: string[] = []
  const come = async (name: string) => void heard.push(`${name} ${(await door.enter()) ? 'in' : 'refused'}`)
  return { pool, come, heard }
}

it('admits every request at once while the database keeps up (R-16)', async () => {
  const { come, heard } = doorOf(CALM)
  await come('a')
  expect(heard).toEqual(['a in'])
})

it('admits waiting requests in order of arrival as the database frees up', async () => {
  const { pool, come, heard } = doorOf(BUSY)
  for (const name of ['a', 'b', 'c']) void come(name)
  pool.emit('release')
  await turn()
  expect(heard).toEqual([])
  pool.waitingCount = CALM
  pool.emit('release')
  pool.waitingCount = BUSY
  await turn()
  expect(heard).toEqual(['a in'])
  void come('d')
  // Requests that run no query do not load the database and block no other request.
  pool.waitingCount = CALM
  pool.emit('release')
  for (let nth = 0; nth < 5; nth++) await turn()
  expect(heard).toEqual(['a in', 'b in', 'c in', 'd in'])
})

it('rejects a request that has waited 600 ms, and forgets it', async () => {
  const { pool, come, heard } = doorOf(BUSY)
  void come('a')
  await vi.advanceTimersByTimeAsync(500)
  void come('b')
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).toEqual(['a refused'])
  pool.waitingCount = CALM
  pool.emit('release')
  await turn()
  expect(heard).toEqual(['a refused', 'b in'])
})
