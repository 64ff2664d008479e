import { isDoubtfulReading } from '#domain/vehicles/odometer-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import type { NewReading, OdometerRepository, StoredReading } from './odometer.repository.ts'

/** The log of odometer readings (ruling 20). Callers refresh the vehicle afterwards. */
export function odometerService(readings: OdometerRepository) {
  async function judge(tx: Transaction, fleetId: number, vehicleId: number): Promise<void> {
    const { doubtful, valid } = judgeReadings(await readings.log(tx, fleetId, vehicleId))
    if (doubtful.length > 0) await readings.setDoubtful(tx, fleetId, doubtful, true)
    if (valid.length > 0) await readings.setDoubtful(tx, fleetId, valid, false)
  }
  return {
    /** Marks readings that do not fit, and unmarks those that do. */
    judge,
    /** Inserts or corrects the reading of a source, then checks the log. */
    async record(tx: Transaction, reading: NewReading): Promise<void> {
      await readings.upsert(tx, reading)
      await judge(tx, reading.fleetId, reading.vehicleId)
    },
    /** Removes the reading of a source from the log, then checks the log. */
    async withdraw(
      tx: Transaction,
      of: Pick<NewReading, 'fleetId' | 'vehicleId' | 'source' | 'sourceId'>,
    ): Promise<void> {
      await readings.remove(tx, of.fleetId, of.source, of.sourceId)
      await judge(tx, of.fleetId, of.vehicleId)
    },
  }
}
export type OdometerService = ReturnType<typeof odometerService>

/**
 * Checks a log in order of entry, each reading against the valid ones before it. Returns the ids whose mark changes.
 */
export function judgeReadings(log: readonly StoredReading[]): { doubtful: string[]; valid: string[] } {
  const trusted: StoredReading[] = []
  const doubtful: string[] = []
  const valid: string[] = []
  for (const reading of log) {
    const isDoubtful = isDoubtfulReading(reading, trusted)
    if (!isDoubtful) trusted.push(reading)
    if (isDoubtful !== reading.is_doubtful) (isDoubtful ? doubtful : valid).push(reading.id)
  }
  return { doubtful, valid }
}
