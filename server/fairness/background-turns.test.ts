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
  const twoPieces = timeOf(async () => {
    await inBackground(1, () => sleep(30))
    await inBackground(1, async () => {})
  })
  // Timers may end a millisecond early.
  expect(await twoPieces).toBeGreaterThan(4 * 29)
  const pause = createSlicePause(1)
  await sleep(15)
  noticeFleet(2)
  expect(await timeOf(pause)).toBeGreaterThan(3 * 14)
})

it('returns the result before the pause, which is short even after a long piece', async () => {
  noticeFleet(1)
  noticeFleet(2)
  const first = await timeOf(() => inBackground(1, () => sleep(800)))
  const next = await timeOf(() => inBackground(1, async () => {}))
  expect(first + next).toBeLessThan(3000)
})

it('passes on what a piece throws', async () => {
  await expect(inBackground(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

it('a fleet is no longer active a second after its last request', async () => {
  noticeFleet(3)
  expect(isAnotherFleetActive(4)).toBe(true)
  await expect.poll(() => isAnotherFleetActive(4), { timeout: 5000 }).toBe(false)
})
