import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { setTelematicsDatabase } from './fleet.repository.ts'

/** Which telematics database is whose (decision 23). */
export const telematicsNamesService = {
  /**
   * Gives a fleet its database; null takes it away. One that a fleet outside the fleet's affiliation has is refused, 422
   * `taken`: who first named it has it, and nobody reads another company's vehicles.
   */
  async assign(tx: Transaction, fleetId: number, name: string | null): Promise<void> {
    if (!(await setTelematicsDatabase(tx, fleetId, name)))
      throw new Problem('validation', { fields: { databaseName: ['taken'] } })
  },
}
export type TelematicsNames = typeof telematicsNamesService
