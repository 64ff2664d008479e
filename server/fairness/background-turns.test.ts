import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inBackground, isBesideOthers, noticeFleet, slicePauses } from './background-turns.ts'

const timeOf = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

it('long work pauses for three times its duration beside another active fleet (R-16)', async () => {
  noticeFleet(1)
  expect(isBesideOthers(1)).toBe(false)
  noticeFleet(2)
  noticeFleet(1)
  expect(isBesideOthers(1)).toBe(true)
  expect(isBesideOthers(2)).toBe(true)
  // Timers may end a millisecond early.
  expect(await timeOf(() => inBackground(1, () => sleep(30)))).toBeGreaterThan(4 * 29)
  noticeFleet(2)
  const pause = slicePauses(1)
  await sleep(15)
  expect(await timeOf(pause)).toBeGreaterThan(3 * 14)
})

it('a fleet is no longer active a second after its last request', async () => {
  noticeFleet(3)
  expect(isBesideOthers(4)).toBe(true)
  await expect.poll(() => isBesideOthers(4), { timeout: 5000 }).toBe(false)
})
