import type { WHEELS } from '#contract/vehicles/telematics.ts'

export type Wheel = (typeof WHEELS)[number]

/** Oil life in percent, volts, metres, kPa, °C. */
export type Measure = 'oil_life' | 'volts' | 'odometer' | 'tire_pressure' | 'tire_temperature'

/** One measured value of a device; only tires have a wheel. */
export interface Reading {
  deviceId: string
  measure: Measure
  wheel: Wheel | null
  value: number
  /** ISO 8601. */
  at: string
}

export interface Fault {
  deviceId: string
  id: string
  /** Of the diagnostic, as the provider words it. */
  name: string
  at: string
}

/** A device that vehicles of ours have, with what is known of it. */
export interface KnownDevice {
  deviceId: string
  hasEngineOil: boolean
  /** What the vehicle's log says last: a simulator goes on from there. */
  odometer: { metres: number; at: string } | null
}

/** What devices told since a cursor: of each device and measure the latest value, and faults. */
export interface TelematicsNews {
  readings: Reading[]
  faults: Fault[]
  /** Where the next question goes on. */
  cursor: string
  hasMore: boolean
}

/**
 * Telematics of fleets (ruling 23), each in a database of the provider's. Throws OutsideFailure. One contract test holds
 * for every implementation: telematics.test.ts.
 */
export interface Telematics {
  /** 'simulated' is said wherever its readings show. */
  kind: 'live' | 'simulated'
  /** Devices of the database that sit in vehicles with these VINs. */
  devicesOf(database: string, vins: readonly string[]): Promise<{ deviceId: string; vin: string }[]>
  /** What these devices told since `cursor` (null: of the last days). The same cursor again: nothing is lost. */
  news(
    database: string,
    since: { cursor: string | null; devices: readonly KnownDevice[] },
  ): Promise<TelematicsNews>
}
