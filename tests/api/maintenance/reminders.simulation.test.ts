// A short version of `npm run bench -- reminders`: two servers on one database, a simulated clock, kills.
import { expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'
import { around, DST_DAYS, simulate } from '#tools/bench/reminders/simulation.ts'

const DAYS = 12

it.each(DST_DAYS)(
  'around the change of the clocks on %s each reminder that is due arrives once, none early, none that was switched off, whichever server is killed',
  async (day) => {
    const cluster = inject('cluster')
    const databaseUrl = await createTestDatabase(cluster, cluster.template)
    const seed = 11
    const verdict = await simulate({
      vehicles: 9,
      days: DAYS,
      from: around(day, DAYS),
      seed,
      kills: 1,
      databaseUrl,
    })
    await dropTestDatabase(cluster, databaseUrl)
    expect(verdict.expected).toBeGreaterThan(20)
    // A second copy after a kill has the same Message-ID and does not count as a duplicate (decision 26).
    const { mails: _mails, copies: _copies, expected: _expected, ...faults } = verdict
    expect(faults).toEqual({ kills: 1, missing: [], unwanted: [], early: [], late: [], undelivered: 0 })
  },
  120_000,
)
