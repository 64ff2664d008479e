import { describe, expect, it } from 'vitest'
import { isUnlikelyFinalReading } from './finish-reading.ts'

describe('the reading that a shop enters with the completed work', () => {
  it('is to be confirmed if it is below the odometer of the order, from an earlier server, or far above it', () => {
    const order = { odometer: 95_972, odometer_units: 'mi' } as const
    expect(
      ['', '95972', '96500', '9', '959720', 'x'].map((odometer) => isUnlikelyFinalReading(odometer, order)),
    ).toEqual([false, false, false, true, true, false])
  })

  it('is compared with a reading that the log got after the booking', () => {
    const order = { odometer: 95_972, odometer_units: 'mi', last_reading: 97_000 } as const
    expect(['96500', '97000'].map((odometer) => isUnlikelyFinalReading(odometer, order))).toEqual([
      true,
      false,
    ])
  })

  it('is compared with nothing if all readings of the vehicle were ignored', () => {
    const order = { odometer: 95_972, odometer_units: 'mi', last_reading: null } as const
    expect(isUnlikelyFinalReading('9', order)).toBe(false)
  })

  it('is to be confirmed without a known odometer only if few vehicles reach it', () => {
    const order = { odometer: null, odometer_units: 'km' } as const
    expect(['9', '900000', '1900000'].map((odometer) => isUnlikelyFinalReading(odometer, order))).toEqual([
      false,
      false,
      true,
    ])
  })
})
