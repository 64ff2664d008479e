import { findDoubtfulInLog } from '#domain/vehicles/find-doubtful-in-log.ts'
import type { Transaction } from '#server/db/database.ts'
import { type NewReading, odometerRepository, type StoredReading } from './odometer.repository.ts'

/** Inserts or corrects the reading of a source, then checks the log (ruling 20). Refresh the vehicle afterwards. */
export async function recordReading(tx: Transaction, reading: NewReading): Promise<void> {
  await odometerRepository.upsert(tx, reading)
  await checkReadings(tx, reading.fleetId, reading.vehicleId)
}

/** Removes the reading of a source from the log, then checks the log. Refresh the vehicle afterwards. */
export async function withdrawReading(
  tx: Transaction,
  source: Pick<NewReading, 'fleetId' | 'vehicleId' | 'source' | 'sourceId'>,
): Promise<void> {
  await odometerRepository.remove(tx, source.fleetId, source.source, source.sourceId)
  await checkReadings(tx, source.fleetId, source.vehicleId)
}

/** Marks readings that do not fit, and unmarks those that do. */
export async function checkReadings(tx: Transaction, fleetId: number, vehicleId: number): Promise<void> {
  const { doubtful, valid } = splitReadings(await odometerRepository.log(tx, fleetId, vehicleId))
  if (doubtful.length > 0) await odometerRepository.setDoubtful(tx, fleetId, doubtful, true)
  if (valid.length > 0) await odometerRepository.setDoubtful(tx, fleetId, valid, false)
}

/**
 * Checks a log in order of entry, each reading against the valid ones before it. Returns the ids whose mark changes.
 */
function splitReadings(log: readonly StoredReading[]): { doubtful: string[]; valid: string[] } {
  const verdicts = findDoubtfulInLog(log)
  const doubtful: string[] = []
  const valid: string[] = []
  for (const [i, reading] of log.entries()) {
    const isDoubtful = verdicts[i] ?? false
    if (isDoubtful !== reading.is_doubtful) (isDoubtful ? doubtful : valid).push(reading.id)
  }
  return { doubtful, valid }
}
