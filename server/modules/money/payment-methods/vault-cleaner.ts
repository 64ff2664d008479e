import type { Database } from '#server/db/database.ts'
import { CircuitError } from '#server/integrations/circuit.ts'
import type { Ports } from '#server/use-case.ts'
import { paymentMethodsRepository as methods } from './payment-methods.repository.ts'

const FIRST_WAIT_MS = 60_000
const WAIT_MAX_MS = 3_600_000

interface Removal {
  id: number
  /** Reserves the entry for its removal. False: it is in use again. */
  claim?: () => Promise<boolean>
  remove: () => Promise<void>
  markRemoved: () => Promise<void>
}

/**
 * Returns a function that deletes removed methods, and then the customers of deleted fleets and of failed sign-ups, from
 * the gateway's vault and returns how many it deleted. A poller calls it repeatedly. One that the gateway does not delete
 * waits, longer after each failure, and does not block the others. A restart ends the wait. Throws after the others while
 * some were rejected, so that the poller's alert reports them.
 */
export function createVaultCleaner(
  { db, ports: { cards, log } }: { db: Database; ports: Pick<Ports, 'cards' | 'log'> },
  now: () => number = () => performance.now(),
): (mayContinue?: () => boolean) => Promise<number> {
  const cleanerOf = (kind: Kind, find: CleanerOptions['find']) => createCleaner({ kind, log, now, find })
  const cleanMethods = cleanerOf('paymentMethod', async (waiting) =>
    (await methods.removedTokens(db, waiting)).map(({ id, token }) => ({
      id,
      remove: () => cards.removeCard(token),
      markRemoved: () => methods.markRemovedFromVault(db, id),
    })),
  )
  const cleanCustomers = cleanerOf('fleet', async (waiting) =>
    (await methods.customersToRemove(db, waiting)).map(({ id, customerId }) => ({
      id,
      remove: () => cards.removeCustomer(customerId),
      markRemoved: () => methods.forgetCustomer(db, id),
    })),
  )
  const cleanSignUps = cleanerOf('signUp', async (waiting) =>
    (await methods.notedCustomers(db, waiting)).map(({ id, customerId, isUsed }) => ({
      id,
      claim: () => methods.claimNoted(db, id),
      remove: async () => {
        if (!isUsed) await cards.removeCustomer(customerId)
      },
      markRemoved: () => methods.forgetNoted(db, id),
    })),
  )
  return async (mayContinue = () => true) => {
    let deleted = 0
    let rejected = 0
    for (const clean of [cleanMethods, cleanCustomers, cleanSignUps]) {
      const result = await clean(mayContinue)
      deleted += result.deleted
      rejected += result.rejected
    }
    if (rejected > 0) throw new Error(`Removals that the card gateway rejected: ${rejected}`)
    return deleted
  }
}

type Kind = 'paymentMethod' | 'fleet' | 'signUp'

interface CleanerOptions {
  kind: Kind
  log: Ports['log']
  now: () => number
  /** Lists what has to be removed, except the ids that wait for another attempt. */
  find: (waiting: number[]) => Promise<Removal[]>
}

/** Returns a function that removes entries of one kind, and returns how many, and how many the gateway rejects so far. */
function createCleaner({ kind, log, now, find }: CleanerOptions) {
  const failing = new Map<number, { failures: number; retryAt: number }>()

  function recordFailure(id: number, error: unknown) {
    const failures = (failing.get(id)?.failures ?? 0) + 1
    failing.set(id, {
      failures,
      retryAt: now() + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), WAIT_MAX_MS),
    })
    log.warn({ err: error, [kind]: id }, 'The card gateway did not delete what was removed here')
  }

  /** Forgets failed removals that another server, or someone at the gateway, has completed. */
  function forgetOthers(due: readonly Removal[]) {
    const left = new Set(due.map(({ id }) => id))
    for (const [id, { retryAt }] of failing) if (retryAt <= now() && !left.has(id)) failing.delete(id)
  }

  return async (mayContinue: () => boolean) => {
    const waiting = [...failing].flatMap(([id, { retryAt }]) => (retryAt > now() ? [id] : []))
    let deleted = 0
    const due = await find(waiting)
    forgetOthers(due)
    for (const { id, claim, remove, markRemoved } of due) {
      if (!mayContinue()) break
      if (claim && !(await claim())) continue
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
    return { deleted, rejected: failing.size }
  }
}
