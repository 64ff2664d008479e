import type { Measure, Wheel } from './port.ts'

interface Meaning {
  measure: Measure
  wheel: Wheel | null
  /** Conversion from MyGeotab's unit to ours. */
  factor: number
  /** Raw: as the device counts. Adjusted: the same, corrected to what the vehicle shows. */
  odometer?: 'raw' | 'adjusted'
}

const plain = (measure: Measure): Meaning => ({ measure, wheel: null, factor: 1 })
const KPA_PER_PA = 0.001

const WHEEL_NAMES = {
  FrontLeft: 'front_left',
  FrontRight: 'front_right',
  RearLeft: 'rear_left',
  RearRight: 'rear_right',
} as const satisfies Record<string, Wheel>

/**
 * Meaning of MyGeotab's diagnostics (its `KnownId`s), in percent, volts, meters, Pa and °C. The ids of tire temperature
 * are inferred from those of the pressures and unconfirmed; a database without them shows no temperature.
 */
export const DIAGNOSTICS: ReadonlyMap<string, Meaning> = new Map([
  ['DiagnosticEngineOilLifeRemainingId', plain('oil_life')],
  ['DiagnosticGoDeviceVoltageId', plain('volts')],
  ['DiagnosticOdometerId', { ...plain('odometer'), odometer: 'raw' }],
  ['DiagnosticOdometerAdjustmentId', { ...plain('odometer'), odometer: 'adjusted' }],
  ...Object.entries(WHEEL_NAMES).flatMap(([name, wheel]): [string, Meaning][] => [
    [`DiagnosticTirePressure${name}Id`, { measure: 'tire_pressure', wheel, factor: KPA_PER_PA }],
    [`DiagnosticTireTemperature${name}Id`, { measure: 'tire_temperature', wheel, factor: 1 }],
  ]),
])
