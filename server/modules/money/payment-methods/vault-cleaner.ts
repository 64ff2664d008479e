import type { Database } from '#server/db/database.ts'
import { CircuitError } from '#server/integrations/circuit.ts'
import type { Ports } from '#server/use-case.ts'
import { paymentMethodsRepository as methods } from './payment-methods.repository.ts'

const FIRST_WAIT_MS = 60_000
const WAIT_MAX_MS = 6 * 3_600_000

interface Removal {
  id: number
  remove: () => Promise<void>
  markRemoved: () => Promise<void>
}

/**
 * Returns a function that deletes removed methods, and then the customers of deleted fleets and of failed sign-ups, from
 * the gateway's vault and returns how many it deleted. A job calls it repeatedly. One that the gateway does not delete waits, longer after each
 * failure, and does not block the others. A restart ends the wait.
 */
export function createVaultCleaner(
  { db, ports: { cards, log } }: { db: Database; ports: Pick<Ports, 'cards' | 'log'> },
  now: () => number = () => performance.now(),
): (mayContinue?: () => boolean) => Promise<number> {
  const cleanMethods = createCleaner('paymentMethod', async (waiting) =>
    (await methods.removedTokens(db, waiting)).map(({ id, token }) => ({
      id,
      remove: () => cards.removeCard(token),
      markRemoved: () => methods.markRemovedFromVault(db, id),
    })),
  )
  const cleanCustomers = createCleaner('fleet', async (waiting) =>
    (await methods.customersToRemove(db, waiting)).map(({ id, customerId }) => ({
      id,
      remove: () => cards.removeCustomer(customerId),
      markRemoved: () => methods.forgetCustomer(db, id),
    })),
  )
  const cleanSignUps = createCleaner('signUp', async (waiting) =>
    (await methods.notedCustomers(db, waiting)).map(({ id, customerId, isUsed }) => ({
      id,
      remove: async () => {
        if (!isUsed) await cards.removeCustomer(customerId)
      },
      markRemoved: () => methods.forgetNoted(db, id),
    })),
  )
  return async (mayContinue = () => true) => {
    let deleted = 0
    for (const clean of [cleanMethods, cleanCustomers, cleanSignUps]) deleted += await clean(mayContinue)
    return deleted
  }

  function createCleaner(
    kind: 'paymentMethod' | 'fleet' | 'signUp',
    find: (waiting: number[]) => Promise<Removal[]>,
  ) {
    const failing = new Map<number, { failures: number; retryAt: number }>()

    function recordFailure(id: number, error: unknown) {
      const failures = (failing.get(id)?.failures ?? 0) + 1
      failing.set(id, {
        failures,
        retryAt: now() + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), WAIT_MAX_MS),
      })
      if (failures === 1)
        log.warn({ err: error, [kind]: id }, 'The card gateway did not delete what was removed here')
    }

    return async (mayContinue: () => boolean) => {
      const waiting = [...failing].flatMap(([id, { retryAt }]) => (retryAt > now() ? [id] : []))
      let deleted = 0
      for (const { id, remove, markRemoved } of await find(waiting)) {
        if (!mayContinue()) break
        try {
          await remove()
        } catch (error) {
          // The gateway is down or busy, so the others would fail, too. The next round tries them again.
          if (error instanceof CircuitError && error.reason !== 'timeout') break
          recordFailure(id, error)
          continue
        }
        await markRemoved()
        failing.delete(id)
        deleted++
      }
      return deleted
    }
  }
}
