import { isDoubtfulReading, type Reading } from '#domain/vehicles/odometer-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import type { BatchReading, OdometerRepository } from './odometer.repository.ts'

/** Batches of thousands of readings (ruling 20), one per vehicle. */
export function odometerBatchesService(readings: Pick<OdometerRepository, 'logs' | 'insertMany'>) {
  async function judged<R extends JudgedReading>(
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
      if (log.some((one) => isSame(one, reading))) return []
      const valid = log.filter(({ is_doubtful }) => !is_doubtful)
      return [{ ...reading, isDoubtful: isDoubtfulReading(reading, valid) }]
    })
  }

  return {
    /** Returns the vehicles whose reading `record` would mark as doubtful, without writing. */
    async doubtful(
      tx: Transaction,
      fleetId: number,
      given: readonly JudgedReading[],
      known: ReadonlySet<number>,
    ): Promise<Set<number>> {
      const fresh = await judged(tx, fleetId, given, known)
      return new Set(fresh.filter(({ isDoubtful }) => isDoubtful).map(({ vehicleId }) => vehicleId))
    },

    /**
     * Adds readings to the logs, skipping those that a log already has for that day. Lock the vehicles first.
     * @param known the vehicles that may have a log
     * @returns the known vehicles that got a reading, and those whose reading does not fit: it is stored and marked,
     * but not used
     */
    async record(
      tx: Transaction,
      fleetId: number,
      given: readonly BatchReading[],
      known: ReadonlySet<number>,
    ): Promise<{ ofKnown: number[]; doubtful: Set<number> }> {
      const fresh = await judged(tx, fleetId, given, known)
      const doubtful = new Set(fresh.filter(({ isDoubtful }) => isDoubtful).map(({ vehicleId }) => vehicleId))
      if (fresh.length > 0) await readings.insertMany(tx, fleetId, fresh)
      return { ofKnown: fresh.map(({ vehicleId }) => vehicleId).filter((id) => known.has(id)), doubtful }
    },
  }
}
export type OdometerBatches = ReturnType<typeof odometerBatchesService>

/** A reading of a vehicle, with the fields that its log is checked against. */
type JudgedReading = Reading & { vehicleId: number }

const isSame = (one: Reading, other: Reading) =>
  one.value === other.value && one.unit === other.unit && one.read_on === other.read_on
