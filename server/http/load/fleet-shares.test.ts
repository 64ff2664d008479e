import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { allowReplica } from '#server/db/replica/read-scope.ts'
import { createFleetShares } from './fleet-shares.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Two connections per fleet. Transactions end on command, in the order in which they began. */
function sharesOfTwo() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const tenant = (fleetId: number) => {
    begun.push(fleetId)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const shares = createFleetShares(2)
  const db = shares.limit({ tenant } as unknown as Database)
  const begin = (fleetId: number) => db.tenant(fleetId, async () => {})
  async function endFirst() {
    ends.shift()?.()
    await turn()
  }
  return { shares, begun, begin, endFirst }
}

it('a fleet with many calls takes no connection from another beyond its share (R-16)', async () => {
  const { begun, begin, endFirst } = sharesOfTwo()
  for (let nth = 0; nth < 100; nth++) void begin(1)
  void begin(2)
  await turn()
  expect(begun).toEqual([1, 1, 2])
  await endFirst()
  expect(begun).toEqual([1, 1, 2, 1])
})

it('requests of a fleet wait while many of its transactions do, and those of others do not (R-16)', async () => {
  const { shares, begin, endFirst } = sharesOfTwo()
  for (let nth = 0; nth < 2 + 21; nth++) void begin(1)
  const results: boolean[] = []
  const enter = async () => void results.push(await shares.enter(1))
  void enter()
  expect(shares.enter(2)).toBe(true)
  await turn()
  expect(results).toEqual([])
  await endFirst()
  await turn()
  expect(results).toEqual([true])
  void begin(1)
  void enter()
  await vi.advanceTimersByTimeAsync(600)
  expect(results).toEqual([true, false])
})

it('a transaction that gets no place within 5 seconds is rejected, and takes none later (R-16)', async () => {
  const { begun, begin, endFirst } = sharesOfTwo()
  for (let nth = 0; nth < 2; nth++) void begin(1)
  const rejected = expect(begin(1)).rejects.toMatchObject({ code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(5_000)
  await rejected
  await endFirst()
  void begin(1)
  await turn()
  expect(begun).toEqual([1, 1, 1])
})

it('a read that a replica may answer takes no place (R-16)', async () => {
  const { begun, begin } = sharesOfTwo()
  for (let nth = 0; nth < 3; nth++) void allowReplica({ fleetId: 1, position: null }, async () => begin(1))
  await turn()
  expect(begun).toEqual([1, 1, 1])
})
