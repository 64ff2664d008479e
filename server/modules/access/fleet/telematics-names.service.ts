import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { isTelematicsNameTaken, setTelematicsDatabase } from './fleet.repository.ts'

/**
 * Sets a fleet's telematics database; null removes it (decision 23). A name that a fleet outside the affiliation has is
 * rejected, 422 `taken`: the first fleet that enters a name owns it. This prevents a company from reading another
 * company's vehicles.
 */
export async function assignTelematicsName(
  tx: Transaction,
  fleetId: number,
  name: string | null,
): Promise<void> {
  if (!(await setTelematicsDatabase(tx, fleetId, name))) throw nameTaken()
}

/** Rejects a name that a new fleet of this affiliation could not have. Errors: validation. */
export async function rejectTakenName(
  tx: Transaction,
  affiliationId: number | null,
  name: string,
): Promise<void> {
  if (await isTelematicsNameTaken(tx, affiliationId, name)) throw nameTaken()
}

const nameTaken = () => new Problem('validation', { fields: { databaseName: ['taken'] } })
