import type { Database } from '#server/db/database.ts'
import { CircuitError } from '#server/integrations/circuit.ts'
import type { Ports } from '#server/use-case.ts'
import { paymentMethodsRepository as methods } from './payment-methods.repository.ts'

const FIRST_WAIT_MS = 60_000
const WAIT_MAX_MS = 6 * 3_600_000

/**
 * Returns a function that deletes removed methods from the gateway's vault and returns how many it deleted. A job calls
 * it repeatedly. A method that the gateway does not delete waits, longer after each failure, and does not block the
 * others. A restart ends the wait.
 */
export function createVaultCleaner(
  { db, ports: { cards, log } }: { db: Database; ports: Pick<Ports, 'cards' | 'log'> },
  now: () => number = Date.now,
): () => Promise<number> {
  const failing = new Map<number, { failures: number; retryAt: number }>()

  function recordFailure(id: number, error: unknown) {
    const failures = (failing.get(id)?.failures ?? 0) + 1
    failing.set(id, { failures, retryAt: now() + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), WAIT_MAX_MS) })
    if (failures === 1)
      log.warn({ err: error, paymentMethod: id }, 'The card gateway did not delete a removed payment method')
  }

  return async () => {
    const waiting = [...failing].flatMap(([id, { retryAt }]) => (retryAt > now() ? [id] : []))
    let deleted = 0
    for (const { id, token } of await methods.removedTokens(db, waiting)) {
      try {
        await cards.removeCard(token)
      } catch (error) {
        // The gateway is down or busy, so the other methods would fail, too.
        if (error instanceof CircuitError && error.reason !== 'timeout') throw error
        recordFailure(id, error)
        continue
      }
      await methods.markRemovedFromVault(db, id)
      failing.delete(id)
      deleted++
    }
    return deleted
  }
}
