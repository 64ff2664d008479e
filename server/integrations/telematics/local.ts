import { createHash } from 'node:crypto'
import { WHEELS } from '#contract/vehicles/telematics.ts'
import type { Fault, KnownDevice, Reading, Telematics } from './port.ts'

const DAY_MS = 86_400_000
/** Period covered by the first query for faults. */
const FIRST_DAYS = 30
/** One day in this many has a fault. */
const DAYS_PER_FAULT = 40
const DAYS_PER_OIL = 180
/** Number of vehicles in ten with a device. */
const EQUIPPED = 8

/** Described in our own words, because the texts of the standards are copyrighted. */
const FAULTS = [
  'Catalytic converter efficiency too low (P0420)',
  'Misfire on several cylinders (P0300)',
  'Coolant warms up too slowly (P0128)',
  'Small leak in the fuel vapor (EVAP) system (P0442)',
  'Oxygen sensor responds too slowly (P0133)',
  'Charging voltage low (P0562)',
  'Diesel particulate filter: too much soot (P2463)',
] as const

/**
 * The simulator (ruling 23): device values are computed from the device id and the clock. Only odometers continue from
 * the vehicle's last reading.
 */
export function simulatedTelematics(now: () => Date = () => new Date()): Telematics {
  return {
    kind: 'simulated',
    async devicesOf(_database, vehicles) {
      const devices = vehicles.flatMap(({ vin, deviceId }) => {
        if (deviceId !== null) return [{ deviceId, vin }]
        const isEquipped = vin !== null && part(vin, 'equipped', 10) < EQUIPPED
        return isEquipped ? [{ deviceId: `sim${hash(vin).toString(16)}`, vin }] : []
      })
      return { devices, isComplete: true }
    },
    async news(_database, { cursor, devices }) {
      const at = now()
      const since = cursor === null ? new Date(at.getTime() - FIRST_DAYS * DAY_MS) : new Date(cursor)
      return {
        readings: devices.flatMap((device) => readingsOf(device, at)),
        faults: devices.flatMap(({ deviceId }) => faultsOf(deviceId, since, at)),
        dismissed: [],
        cursor: at.toISOString(),
        hasMore: false,
      }
    },
  }
}

function readingsOf({ deviceId, odometer, hasEngineOil }: KnownDevice, now: Date): Reading[] {
  const at = now.toISOString()
  const days = now.getTime() / DAY_MS
  const fixed = (value: number, digits: number) => Number(value.toFixed(digits))
  const reading = (measure: Reading['measure'], value: number, wheel: Reading['wheel'] = null): Reading => ({
    deviceId,
    measure,
    wheel,
    value,
    at,
  })
  const oil = 1 - ((days / DAYS_PER_OIL + part(deviceId, 'oil', 1000) / 1000) % 1)
  // One battery in ten is weak; all read slightly higher by day.
  const weakness = part(deviceId, 'battery', 10) === 0 ? 1.2 : 0
  const wave = Math.sin(days * 2 * Math.PI)
  const leakDays = (days + part(deviceId, 'leak', 60)) % 60
  const usual = 220 + part(deviceId, 'tires', 12) * 20
  return [
    ...(hasEngineOil ? [reading('oil_life', Math.round(oil * 100))] : []),
    reading('volts', fixed(12.6 - weakness + wave * 0.15, 2)),
    ...(odometer
      ? [reading('odometer', Math.round(odometer.meters + driven(deviceId, odometer.at, now)))]
      : []),
    ...WHEELS.flatMap((wheel, i) => [
      reading('tire_pressure', Math.round(usual - leakDays * (0.4 + part(deviceId, wheel, 5) / 10)), wheel),
      reading('tire_temperature', Math.round(22 + wave * 9 + i), wheel),
    ]),
  ]
}

/** Meters driven since a moment. Each vehicle drives a fixed distance of 20 to 110 km per day. */
function driven(deviceId: string, since: string, now: Date): number {
  const metersPerDay = 20_000 + part(deviceId, 'distance', 90) * 1000
  return (Math.max(0, now.getTime() - Date.parse(since)) / DAY_MS) * metersPerDay
}

function faultsOf(deviceId: string, since: Date, now: Date): Fault[] {
  const faults: Fault[] = []
  for (let day = Math.floor(since.getTime() / DAY_MS); day <= now.getTime() / DAY_MS; day++) {
    if (part(deviceId, `fault ${day}`, DAYS_PER_FAULT) !== 0) continue
    const at = new Date(day * DAY_MS + part(deviceId, `time ${day}`, DAY_MS))
    if (at <= since || at > now) continue
    const name = FAULTS[part(deviceId, `which ${day}`, FAULTS.length)] ?? FAULTS[0]
    faults.push({ deviceId, id: `${deviceId}-${day}`, name, at: at.toISOString() })
  }
  return faults
}

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

/** Returns a deterministic number from 0 to below `below`. */
const part = (seed: string, what: string, below: number): number => hash(`${seed} ${what}`) % below
