import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSlicePause, inBackground, isAnotherFleetActive, noticeFleet } from './background-turns.ts'

const timeOf = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

it('long work pauses for three times its duration beside another active fleet (R-16)', async () => {
  noticeFleet(1)
  expect(isAnotherFleetActive(1)).toBe(false)
  noticeFleet(2)
  noticeFleet(1)
  expect(isAnotherFleetActive(1)).toBe(true)
  expect(isAnotherFleetActive(2)).toBe(true)
  // Timers may end a millisecond early.
  expect(await timeOf(() => inBackground(1, () => sleep(30)))).toBeGreaterThan(4 * 29)
  noticeFleet(2)
  const pause = createSlicePause(1)
  await sleep(15)
  expect(await timeOf(pause)).toBeGreaterThan(3 * 14)
})

it('a fleet is no longer active a second after its last request', async () => {
  noticeFleet(3)
  expect(isAnotherFleetActive(4)).toBe(true)
  await expect.poll(() => isAnotherFleetActive(4), { timeout: 5000 }).toBe(false)
})
