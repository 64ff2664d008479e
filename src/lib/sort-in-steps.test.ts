import { expect, test } from 'vitest'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { runSteps } from '#tests/support/run-steps.ts'
import { sortInSteps } from './sort-in-steps.ts'

test('sorts like the platform, and keeps equal items in order', () => {
  const random = seededRandom('sort')
  for (const length of [0, 1, 499, 500, 501, 1000, 1001, 4321]) {
    const items = Array.from({ length }, (_, nth) => ({ key: Math.floor(random() * 50), nth }))
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key
    expect(runSteps(sortInSteps(items, byKey)), `${length}`).toEqual(items.toSorted(byKey))
  }
})
