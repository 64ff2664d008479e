import type { Transaction } from './database.ts'

/**
 * Runs `work` within a `system` transaction so that it sees the rows of one fleet only, as in `Database.tenant` (S-3).
 * When it throws, its own effects are rolled back, and the transaction has its rights again.
 */
export function asTenant<T>(tx: Transaction, fleetId: number, work: () => Promise<T>): Promise<T> {
  return tx.attempt(async () => {
    await tx.executeSql(
      `select set_config('role', 'wheelbook_app', true), set_config('app.fleet_id', $1, true)`,
      [String(fleetId)],
    )
    const result = await work()
    await tx.executeSql(`select set_config('role', 'none', true), set_config('app.fleet_id', '', true)`, [])
    return result
  })
}
