import type { Transaction } from '#server/db/database.ts'
import { isDoubled } from '#server/db/unique.ts'
import { Problem } from '#server/problem.ts'

/** Of two that enter one VIN at the same moment, the second waits for the first, and then hears of it. */
export async function rejectDuplicateVin<T>(tx: Transaction, write: () => Promise<T>): Promise<T> {
  try {
    return await tx.attempt(write)
  } catch (error) {
    if (isDoubled(error, 'vehicles_vin'))
      throw new Problem('validation', { fields: { vin: ['duplicate_vin'] } })
    throw error
  }
}
