import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { latestDay } from '#domain/core/days.ts'
import type { Fault, Reading, TelematicsNews } from '#server/integrations/telematics/port.ts'

/** The number of fault codes that a vehicle's page shows; the provider keeps older ones. */
const FAULTS_MAX = 50

/** The readings of a vehicle without a device. */
export const NO_READINGS: Omit<TelematicsSnapshot, 'vehicle_id' | 'read_at'> = {
  engine_oil: { percent: null, last_updated_at: null, errors: [] },
  battery_life: { volts: null, last_updated_at: null },
  tires: [],
  fault_codes: [],
}

/**
 * Merges a vehicle's last readings with new data of its device. Later values replace earlier ones; fault codes are
 * added, newest first, and removed once they are dismissed. The same data again changes nothing.
 */
export function mergeSnapshot(
  vehicleId: number,
  known: TelematicsSnapshot | undefined,
  news: {
    readings: readonly Reading[]
    faults: readonly Fault[]
    dismissed: TelematicsNews['dismissed']
    isSimulated: boolean
    now: Date
  },
): TelematicsSnapshot {
  const { engine_oil, battery_life, tires, fault_codes } = known ?? NO_READINGS
  const oil = news.readings.find(({ measure }) => measure === 'oil_life')
  const volts = news.readings.find(({ measure }) => measure === 'volts')
  return {
    vehicle_id: vehicleId,
    engine_oil: isLater(oil, engine_oil.last_updated_at)
      ? { percent: Math.round(clamp(oil.value, 0, 100)), last_updated_at: oil.at, errors: [] }
      : engine_oil,
    battery_life: isLater(volts, battery_life.last_updated_at)
      ? { volts: Math.round(volts.value * 100) / 100, last_updated_at: volts.at }
      : battery_life,
    tires: mergeTires(tires, news.readings),
    fault_codes: mergeFaults(fault_codes, news),
    read_at: readAt(known, news),
    is_simulated: news.isSimulated,
  }
}

/** Returns the last time; an earlier version also stored times in the future, from devices with a wrong clock. */
function readAt(
  known: TelematicsSnapshot | undefined,
  { readings, faults, now }: { readings: readonly Reading[]; faults: readonly Fault[]; now: Date },
): string {
  const times = [...readings, ...faults].map(({ at }) => new Date(at))
  const stored = known && new Date(known.read_at)
  // A dismissal alone has no time that could replace it.
  if (stored && (times.length === 0 || latestDay(stored) <= latestDay(now))) times.push(stored)
  return (
    times
      .map((time) => time.toISOString())
      .sort()
      .at(-1) ?? ''
  )
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

const isLater = (reading: Reading | undefined, than: string | null): reading is Reading =>
  reading !== undefined && (than === null || Date.parse(reading.at) >= Date.parse(than))

function mergeTires(
  known: TelematicsSnapshot['tires'],
  readings: readonly Reading[],
): TelematicsSnapshot['tires'] {
  const wheels = new Map(known.map((tire) => [tire.wheel, tire]))
  for (const reading of readings) {
    const { measure, wheel, at } = reading
    if (wheel === null) continue
    const tire = wheels.get(wheel) ?? { wheel, pressure: null, temperature: null }
    const value = Math.round(reading.value)
    const isPressure = measure === 'tire_pressure'
    if (!isLater(reading, (isPressure ? tire.pressure_at : tire.temperature_at) ?? null)) continue
    wheels.set(
      wheel,
      isPressure
        ? { ...tire, pressure: value, pressure_at: at }
        : { ...tire, temperature: value, temperature_at: at },
    )
  }
  return [...wheels.values()]
}

function mergeFaults(
  known: TelematicsSnapshot['fault_codes'],
  { faults, dismissed }: Pick<TelematicsNews, 'dismissed'> & { faults: readonly Fault[] },
): TelematicsSnapshot['fault_codes'] {
  const byId = new Map(known.map((fault) => [fault.id, fault]))
  for (const { id, name, at } of faults) byId.set(id, { id, dateTime: at, diagnostic: { name } })
  for (const { id } of dismissed) byId.delete(id)
  return [...byId.values()]
    .sort((a, b) => Date.parse(b.dateTime) - Date.parse(a.dateTime) || a.id.localeCompare(b.id))
    .slice(0, FAULTS_MAX)
}
