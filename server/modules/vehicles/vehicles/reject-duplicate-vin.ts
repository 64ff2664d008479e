import type { Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { Problem } from '#server/problem.ts'

/**
 * Reports a duplicate VIN as a validation error. Of two concurrent writes with one VIN, the second waits and then
 * fails.
 */
export async function rejectDuplicateVin<T>(tx: Transaction, write: () => Promise<T>): Promise<T> {
  try {
    return await tx.attempt(write)
  } catch (error) {
    if (isUniqueViolation(error, 'vehicles_vin'))
      throw new Problem('validation', { fields: { vin: ['duplicate_vin'] } })
    throw error
  }
}
