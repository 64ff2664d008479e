import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { setTelematicsDatabase } from './fleet.repository.ts'

/** Ownership of telematics databases (decision 23). */
export const telematicsNamesService = {
  /**
   * Sets a fleet's database; null removes it. A name that a fleet outside the affiliation has is rejected, 422 `taken`:
   * the first fleet to name it owns it, so that no company can read another's vehicles.
   */
  async assign(tx: Transaction, fleetId: number, name: string | null): Promise<void> {
    if (!(await setTelematicsDatabase(tx, fleetId, name)))
      throw new Problem('validation', { fields: { databaseName: ['taken'] } })
  },
}
export type TelematicsNames = typeof telematicsNamesService
