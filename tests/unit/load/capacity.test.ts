import { expect, it } from 'vitest'
import { PHONES } from '#tools/bench/load/mix.ts'
import { planLoad } from '#tools/bench/load/plan.ts'
import { callsPerSecondOf, capacityPage, findStaleCapacity } from '#tools/bench/report/capacity-page.ts'

it('plans with as many calls per second as the schedule has', () => {
  const seconds = 600
  const planned = planLoad({ factor: 1, seconds, seed: 'page' }).length / seconds
  expect(planned / callsPerSecondOf(PHONES)).toBeGreaterThan(0.97)
  expect(planned / callsPerSecondOf(PHONES)).toBeLessThan(1.03)
  expect(callsPerSecondOf(2 * PHONES)).toBeCloseTo(2 * callsPerSecondOf(PHONES))
})

it('finds a page of the capacity that differs from the stored results', () => {
  const page = capacityPage()
  expect(findStaleCapacity(page)).toEqual([])
  expect(findStaleCapacity(page.replace('# Capacity', '# Size'))).toHaveLength(1)
})
