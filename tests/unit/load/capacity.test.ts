import { expect, it } from 'vitest'
import { PHONES } from '#tools/bench/load/mix.ts'
import { planLoad } from '#tools/bench/load/plan.ts'
import {
  callsPerSecondOf,
  capacityPage,
  coresFor,
  findStaleCapacity,
} from '#tools/bench/report/capacity-page.ts'

it('plans with as many calls per second as the schedule has', () => {
  const seconds = 600
  const planned = planLoad({ factor: 1, seconds, seed: 'page' }).length / seconds
  expect(planned / callsPerSecondOf(PHONES)).toBeGreaterThan(0.97)
  expect(planned / callsPerSecondOf(PHONES)).toBeLessThan(1.03)
  expect(callsPerSecondOf(2 * PHONES)).toBeCloseTo(2 * callsPerSecondOf(PHONES))
})

it('states multiples of the nominal load that follow from the calls per second', () => {
  const page = capacityPage()
  const rows = [...page.matchAll(/^\| .*server.* \| (\d+) \| ([\d.]+) × \|/gm)]
  expect(rows).toHaveLength(4)
  for (const [, calls, multiple] of rows)
    expect(Math.abs(Number(calls) / callsPerSecondOf(PHONES) - Number(multiple))).toBeLessThan(0.015)
})

it('states sizes that follow from the CPU time of a call', () => {
  expect(coresFor(1000, 2)).toBe(4)
  expect(coresFor(1000, 2.1)).toBe(5)
  expect(coresFor(1000, null)).toBeNull()
})

it('finds a page of the capacity that differs from the stored results', () => {
  const page = capacityPage()
  expect(findStaleCapacity(page)).toEqual([])
  expect(findStaleCapacity(page.replace('# Capacity', '# Size'))).toHaveLength(1)
})
