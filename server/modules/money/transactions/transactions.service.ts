import type { Language } from '#contract/core/fields.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { Transaction } from '#contract/money/transactions.ts'
import { isFmc } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { Problem } from '#server/problem.ts'
import { inAffiliation } from '../../fmc/fleets/fleets.reads.ts'
import { transactionLines } from './transactions.csv.ts'
import type { Days, TransactionsRepository } from './transactions.repository.ts'

interface Range {
  start_date: string
  end_date: string
  fleet_id?: number | undefined
}

/** Rows per read. No connection is held between two reads, so a slow download blocks none. */
const BATCH = 1000

/** Charges and refunds of a fleet, for the fleet itself and for its management company. */
export function transactionsService({
  db,
  transactions,
}: {
  db: Database
  transactions: TransactionsRepository
}) {
  /**
   * Runs `work` with the fleets that the actor may read: FMC users all fleets of their company, outside row-level
   * security; others their own.
   */
  function withReader<T>(actor: Actor, work: (db: Queryable, fleets: Query) => Promise<T>): Promise<T> {
    if (isFmc(actor)) return work(db, inAffiliation(actor))
    return db.tenant(actor.fleet.id, (tx) => work(tx, sql`f.id = ${actor.fleet.id}`))
  }

  /** The same for a range of days. Errors: not_found, validation (`end_date` before `start_date`). */
  function withReaderInRange<T>(
    actor: Actor,
    { start_date: from, end_date: to, fleet_id: fleetId }: Range,
    work: (db: Queryable, fleets: Query, days: Days) => Promise<T>,
  ): Promise<T> {
    if (to < from) throw new Problem('validation', { fields: { end_date: ['date'] } })
    return withReader(actor, async (reader, seen) => {
      const fleets = fleetId === undefined ? seen : sql`${seen} and f.id = ${fleetId}`
      if (fleetId !== undefined && !(await transactions.exists(reader, fleets)))
        throw new Problem('not_found')
      return work(reader, fleets, { from, to, timeZone: actor.fleet.timeZone })
    })
  }

  return {
    list: (actor: Actor, query: Range & { page: number; per_page: number }) =>
      withReaderInRange(actor, query, async (reader, fleets, days) => {
        const sums = await transactions.totals(reader, fleets, days)
        const count = sums.reduce((total, { n }) => total + n, 0)
        return {
          payment_activities: await transactions.list(reader, fleets, days, query),
          totals: sums.map(({ currency, amount }) => ({ currency, amount })),
          ...pageOf(query, count),
        }
      }),

    /**
     * Streams the same rows as a file. The first rows are read before the response starts, so that an error is not sent
     * as a file.
     */
    async csv(actor: Actor, range: Range, language: Language): Promise<ReadableStream<Uint8Array>> {
      const next = (afterId?: number) =>
        withReaderInRange(actor, range, (reader, fleets, days) =>
          transactions.batch(reader, fleets, days, afterId, BATCH),
        )
      const first = await next()
      async function* batches() {
        for (let batch = first; ; batch = await next(batch.at(-1)?.id)) {
          yield batch
          if (batch.length < BATCH) return
        }
      }
      return csv(transactionLines(batches(), { language, timeZone: actor.fleet.timeZone }), language)
    },

    async show(actor: Actor, id: number): Promise<Transaction> {
      const found = await withReader(actor, (reader, fleets) => transactions.find(reader, fleets, id))
      if (!found) throw new Problem('not_found')
      return found
    },
  }
}
export type TransactionsService = ReturnType<typeof transactionsService>
