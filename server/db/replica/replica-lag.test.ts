import { expect, it } from 'vitest'
import { replicaLag } from './replica-lag.ts'

it('measures the age of the oldest position that the replica lacks', () => {
  const lag = replicaLag()
  lag.record({ at: 1000, position: 10n }, 10n)
  expect(lag.secondsAt(1000)).toBe(0)
  lag.record({ at: 2000, position: 20n }, 10n)
  lag.record({ at: 3000, position: 30n }, 10n)
  expect([lag.secondsAt(5000), lag.caughtUpTo]).toEqual([3, 1000])
  lag.record({ at: 6000, position: 40n }, 25n)
  expect([lag.secondsAt(6000), lag.caughtUpTo]).toEqual([3, 2000])
  lag.record({ at: 7000, position: 40n }, 40n)
  expect([lag.secondsAt(7000), lag.caughtUpTo]).toEqual([0, 7000])
})

it('does not call a replica late because the primary is idle', () => {
  const lag = replicaLag()
  for (const at of [0, 60_000, 120_000]) lag.record({ at, position: 10n }, 10n)
  expect(lag.secondsAt(120_000)).toBe(0)
})
