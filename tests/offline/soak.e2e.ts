import { faultsOf, soak } from '#tools/soak/soak.ts'
import { expect, test } from './harness/fixtures.ts'

/** Three minutes of the soak for every change; `npm run soak` runs all of it. */
const MINUTES = 60_000

test('OFF-040: entries in two tabs on each of two phones, restored drafts among them, under faults and kills of browser, worker, server and database all arrive, once', async () => {
  test.setTimeout(15 * MINUTES)
  const report = await soak({ entries: 800, kills: 90, devices: 2, seed: 7 })
  expect(faultsOf(report)).toEqual([])
  expect(report.entries).toBeGreaterThanOrEqual(800)
  // A run without faults proves nothing.
  expect(report.twins).toBeGreaterThan(40)
  expect(Object.values(report.kills).reduce((a, b) => a + b)).toBeGreaterThanOrEqual(90)
  expect(Math.min(...Object.values(report.kills))).toBeGreaterThan(0)
  expect(Object.values(report.faults).reduce((a, b) => a + b)).toBeGreaterThan(40)
})
