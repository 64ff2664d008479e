import { expect, it } from 'vitest'
import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { mergeSnapshot } from './merge-snapshot.ts'

const NOW = new Date('2026-03-02T12:00:00Z')
const stored = (read_at: string): TelematicsSnapshot => ({
  vehicle_id: 7,
  engine_oil: { percent: null, last_updated_at: null, errors: [] },
  battery_life: { volts: null, last_updated_at: null },
  tires: [],
  fault_codes: [],
  read_at,
})
const readAt = (known: string, faultAt?: string) =>
  mergeSnapshot(7, stored(known), {
    readings: [],
    faults: faultAt === undefined ? [] : [{ deviceId: 'b7', id: 'f1', name: 'Misfire', at: faultAt }],
    dismissed: [],
    isSimulated: false,
    now: NOW,
  }).read_at

it('replaces a time that a device with a wrong clock left, but no time of today', () => {
  const yesterday = '2026-03-01T08:00:00.000Z'
  expect(readAt('2036-03-02T12:00:00.000Z', yesterday)).toBe(yesterday)
  expect(readAt('2026-03-02T11:00:00.000Z', yesterday)).toBe('2026-03-02T11:00:00.000Z')
  expect(readAt('2036-03-02T12:00:00.000Z')).toBe('2036-03-02T12:00:00.000Z')
})
