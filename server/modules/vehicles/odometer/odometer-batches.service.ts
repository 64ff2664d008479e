import { isDoubtfulReading, type Reading } from '#domain/vehicles/odometer-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { type BatchReading, odometerRepository as readings } from './odometer.repository.ts'

/** Returns the vehicles whose reading `recordReadings` would mark as doubtful, without writing. */
export async function findDoubtfulReadings(
  tx: Transaction,
  fleetId: number,
  given: readonly CheckedReading[],
  known: ReadonlySet<number>,
): Promise<Set<number>> {
  return doubtfulOf(await checkNewReadings(tx, fleetId, given, known))
}

/**
 * Adds thousands of readings to the logs, one per vehicle (ruling 20), skipping those that a log already has for that
 * day. Lock the vehicles first.
 * @param known the vehicles that may have a log
 * @returns the known vehicles that got a reading, and those whose reading does not fit: it is stored and marked, but not
 * used
 */
export async function recordReadings(
  tx: Transaction,
  fleetId: number,
  given: readonly BatchReading[],
  known: ReadonlySet<number>,
): Promise<{ ofKnown: number[]; doubtful: Set<number> }> {
  const fresh = await checkNewReadings(tx, fleetId, given, known)
  if (fresh.length > 0) await readings.insertMany(tx, fleetId, fresh)
  return {
    ofKnown: fresh.map(({ vehicleId }) => vehicleId).filter((id) => known.has(id)),
    doubtful: doubtfulOf(fresh),
  }
}

/** Returns the readings that are not in a log yet, each checked against its log. */
async function checkNewReadings<R extends CheckedReading>(
  tx: Transaction,
  fleetId: number,
  given: readonly R[],
  known: ReadonlySet<number>,
): Promise<(R & { isDoubtful: boolean })[]> {
  const ids = given.map(({ vehicleId }) => vehicleId).filter((id) => known.has(id))
  const logs = Map.groupBy(
    ids.length > 0 ? await readings.logs(tx, fleetId, ids) : [],
    (reading) => reading.vehicle_id,
  )
  return given.flatMap((reading) => {
    const log = logs.get(reading.vehicleId) ?? []
    if (log.some((logged) => isSame(logged, reading))) return []
    const valid = log.filter(({ is_doubtful }) => !is_doubtful)
    return [{ ...reading, isDoubtful: isDoubtfulReading(reading, valid) }]
  })
}

const doubtfulOf = (checked: readonly { vehicleId: number; isDoubtful: boolean }[]) =>
  new Set(checked.filter(({ isDoubtful }) => isDoubtful).map(({ vehicleId }) => vehicleId))

/** A reading of a vehicle, with the fields that its log is checked against. */
type CheckedReading = Reading & { vehicleId: number }

const isSame = (reading: Reading, other: Reading) =>
  reading.value === other.value && reading.unit === other.unit && reading.read_on === other.read_on
