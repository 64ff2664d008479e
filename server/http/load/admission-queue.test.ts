import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAdmissionQueue } from './admission-queue.ts'

const BUSY = 21
const CALM = 20

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A door before a pool with so many waiting queries, and who came in or was turned away, in that order. */
function doorOf(waitingCount: number) {
  const pool = Object.assign(new EventEmitter(), { waitingCount })
  const door = createAdmissionQueue(pool as never)
  const heard: string[] = []
  const come = async (name: string) => void heard.push(`${name} ${(await door.enter()) ? 'in' : 'refused'}`)
  return { pool, come, heard }
}

it('lets everyone in at once while the database keeps up (R-16)', async () => {
  const { come, heard } = doorOf(CALM)
  await come('a')
  expect(heard).toEqual(['a in'])
})

it('lets in who waits, in the order in which they came, as the database gets free', async () => {
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
  // Those who ask nothing of the database make it no busier, and hold up nobody.
  pool.waitingCount = CALM
  pool.emit('release')
  for (let nth = 0; nth < 5; nth++) await turn()
  expect(heard).toEqual(['a in', 'b in', 'c in', 'd in'])
})

it('turns away who has waited 600 ms, and knows them no more', async () => {
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
