import { isDoubtfulReading, type Reading } from '#domain/vehicles/odometer-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import type { BatchReading, OdometerRepository } from './odometer.repository.ts'

/** Readings by the thousand (ruling 20), one a vehicle. */
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
    /** Ids of the vehicles whose reading would be marked: what `record` would say, without writing. */
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
     * Writes them into the logs; one that a log has already, of that day, is left out. `hold` the vehicles first.
     * @param known those of the vehicles that may have a log
     * @returns the known vehicles that got a reading, and those whose reading does not fit what is there: kept, marked, not used
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

/** A reading of a vehicle, as far as its log decides about it. */
type JudgedReading = Reading & { vehicleId: number }

const isSame = (one: Reading, other: Reading) =>
  one.value === other.value && one.unit === other.unit && one.read_on === other.read_on
