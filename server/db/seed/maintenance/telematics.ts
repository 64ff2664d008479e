import { NO_ENGINE_OIL } from '#contract/vehicles/telematics.ts'
import { addDays } from '#domain/core/days.ts'
import { randomFor } from '#server/db/seed/core/random.ts'
import type { TelematicsSnapshotRow } from '#server/db/seed/core/rows.ts'
import type { DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'

const WHEELS = ['front_left', 'front_right', 'rear_left', 'rear_right'] as const
/** Usual tire pressure, kPa. */
const PRESSURE = {
  car: 230,
  suv: 240,
  electric: 290,
  van: 380,
  pickup: 410,
  medium: 620,
  heavy: 720,
} as const

/** Described in our own words, because the texts of the standards are copyrighted. */
const FAULTS = [
  'Catalytic converter efficiency too low (P0420)',
  'Misfire on several cylinders (P0300)',
  'Coolant warms up too slowly (P0128)',
  'Small leak in the fuel vapor (EVAP) system (P0442)',
  'Fuel mixture too lean (P0171)',
  'Oxygen sensor responds too slowly (P0133)',
  'Exhaust gas recirculation (EGR) flow too low (P0401)',
  'Mass air flow sensor out of range (P0101)',
  'Charging voltage low (P0562)',
  'Transmission fluid too hot (P0218)',
  'Wheel speed sensor, front left (C0035)',
  'Airbag control: have a shop check it (B0001)',
  'Engine oil pressure sensor (P0520)',
  'Throttle position sensor signal low (P0122)',
  'Diesel particulate filter: too much soot (P2463)',
  'Diesel exhaust fluid quality (P207F)',
] as const

/** Creates the last readings of every vehicle with a device. A few devices have never reported. */
export function createTelematics(vehicles: readonly DemoVehicle[], today: string): TelematicsSnapshotRow[] {
  return vehicles.flatMap((vehicle) => {
    const random = randomFor('telematics', vehicle.row.id)
    const hasReported = vehicle.row.geotab_device_id !== null && (vehicle.isShowcase || random.chance(0.96))
    return hasReported ? [createSnapshot(vehicle, today)] : []
  })
}

function createSnapshot({ row, model, isShowcase }: DemoVehicle, today: string): TelematicsSnapshotRow {
  const random = randomFor('snapshot', row.id)
  const readAt = `${addDays(today, -1)}T${random.int(10, 23)}:${random.int(10, 59)}:00Z`
  const isElectric = model.kind === 'electric'
  const isLow = random.chance(0.1)
  const usual = PRESSURE[model.kind]
  return {
    vehicle_id: row.id,
    fleet_id: row.fleet_id,
    engine_oil: isElectric
      ? { percent: null, last_updated_at: null, errors: [NO_ENGINE_OIL] }
      : { percent: random.int(4, 100), last_updated_at: readAt, errors: [] },
    battery_life: {
      volts: Number(random.between(isLow ? 10.4 : 12.1, 12.9).toFixed(2)),
      last_updated_at: readAt,
    },
    tires: WHEELS.map((wheel) => ({
      wheel,
      pressure: Math.round(usual * random.between(random.chance(0.08) ? 0.7 : 0.94, 1.06)),
      temperature: random.int(8, 41),
    })),
    fault_codes: createFaults(row.id, isShowcase, today),
    read_at: readAt,
    is_simulated: true,
  }
}

/**
 * Creates 0 to 14 faults, newest first. The first showcase vehicle has twelve: ten are listed, and a modal shows all
 * (TEL-012).
 */
function createFaults(
  vehicleId: number,
  isShowcase: boolean,
  today: string,
): TelematicsSnapshotRow['fault_codes'] {
  const random = randomFor('faults', vehicleId)
  const drawn = random.chance(0.7) ? 0 : random.int(1, 14)
  const count = isShowcase && vehicleId % 2 === 1 ? 12 : drawn
  const days = Array.from({ length: count }, () => random.int(1, 120)).sort((a, b) => a - b)
  return days.map((daysAgo, index) => ({
    id: `f${vehicleId.toString(16)}-${index + 1}`,
    dateTime: `${addDays(today, -daysAgo)}T${random.int(10, 23)}:12:00Z`,
    diagnostic: { name: random.pick(FAULTS) },
  }))
}
