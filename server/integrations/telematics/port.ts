import type { WHEELS } from '#contract/vehicles/telematics.ts'

export type Wheel = (typeof WHEELS)[number]

/** Oil life in percent, volts, meters, kPa, °C. */
export type Measure = 'oil_life' | 'volts' | 'odometer' | 'tire_pressure' | 'tire_temperature'

/** One measured value of a device. Only tires have a wheel. */
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
  /** Name of the diagnostic, in the provider's wording. */
  name: string
  at: string
}

/** A device of a database. */
interface ListedDevice {
  deviceId: string
  /** In capitals; null: the provider does not know the vehicle. */
  vin: string | null
}

export interface DeviceList {
  devices: ListedDevice[]
  /** False: the database may have devices that are not listed, because the list was cut or a record is invalid. */
  isComplete: boolean
}

/** A device in one of the fleet's vehicles, with its known state. */
export interface KnownDevice {
  deviceId: string
  hasEngineOil: boolean
  /** Last reading of the vehicle's log. The simulator continues from it. */
  odometer: { meters: number; at: string } | null
}

/** Data since a cursor: the latest value of each device and measure, new faults, and faults that are dismissed. */
export interface TelematicsNews {
  readings: Reading[]
  faults: Fault[]
  dismissed: Pick<Fault, 'deviceId' | 'id'>[]
  /** Cursor for the next call. */
  cursor: string
  hasMore: boolean
}

/**
 * Telematics of fleets (ruling 23), each in its own database at the provider. Throws ExternalApiError. All
 * implementations pass the same contract test: telematics.test.ts.
 */
export interface Telematics {
  /** The interface labels readings of the kind 'simulated'. */
  kind: 'live' | 'simulated'
  /**
   * Lists the devices of the database that are in use, also those in vehicles outside the fleet. The simulator has no
   * database: it lists the devices that the fleet's vehicles have, and gives most others one.
   */
  devicesOf(
    database: string,
    vehicles: readonly { vin: string | null; deviceId: string | null }[],
  ): Promise<DeviceList>
  /**
   * Returns the data of these devices since `cursor` (null: of the last days). Calling it again with the same cursor
   * loses nothing.
   */
  news(
    database: string,
    since: { cursor: string | null; devices: readonly KnownDevice[] },
  ): Promise<TelematicsNews>
}
