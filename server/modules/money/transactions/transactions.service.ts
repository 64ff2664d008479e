import type { Language } from '#contract/core/fields.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { Transaction } from '#contract/money/transactions.ts'
import { isFmc } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { type FleetScope, readInScope } from '../../fmc/fleets/fleet-scope.reads.ts'
import { transactionLines } from './transactions.csv.ts'
import { type Days, transactionsRepository as transactions } from './transactions.repository.ts'

/** Reads the charges and refunds of a fleet; for FMC users, of all fleets of their company. */
export interface TransactionsRead {
  db: Database
  actor: Actor
}

interface Range {
  start_date: string
  end_date: string
  fleet_id?: number | undefined
}

/** Rows per read. No connection is held between two reads, so a slow download blocks none. */
const BATCH = 1000

/** Returns a page with the totals by currency. Errors: not_found, validation (`end_date` before `start_date`). */
export async function listTransactions(
  { db, actor }: TransactionsRead,
  query: Range & { page: number; per_page: number },
) {
  const { fleets, days } = rangeOf(actor, query)
  return readInScope(db, fleets, async (reader) => {
    const sums = await transactions.totals(reader, fleets, days)
    const count = sums.reduce((total, { n }) => total + n, 0)
    return {
      payment_activities: await transactions.list(reader, fleets, days, query),
      totals: sums.map(({ currency, amount }) => ({ currency, amount })),
      ...pageOf(query, count),
    }
  })
}

/**
 * Streams the same rows as a file. The first rows are read before the response starts, so that an error is not sent as
 * a file.
 */
export async function transactionsFile(
  { db, actor }: TransactionsRead,
  range: Range & { language: Language },
): Promise<ReadableStream<Uint8Array>> {
  const { fleets, days } = rangeOf(actor, range)
  const next = (afterId?: number) =>
    readInScope(db, fleets, (reader) => transactions.batch(reader, fleets, days, afterId, BATCH))
  const first = await next()
  async function* batches() {
    for (let batch = first; ; batch = await next(batch.at(-1)?.id)) {
      yield batch
      if (batch.length < BATCH) return
    }
  }
  const { language } = range
  return csv(transactionLines(batches(), { language, timeZone: actor.fleet.timeZone }), {
    language,
    fleetId: actor.fleet.id,
  })
}

/** Returns one transaction with its order. Errors: not_found. */
export async function showTransaction({ db, actor }: TransactionsRead, id: number): Promise<Transaction> {
  const fleets = readableBy(actor)
  const found = await readInScope(db, fleets, (reader) => transactions.find(reader, fleets, id))
  if (!found) throw new Problem('not_found')
  return found
}

const readableBy = (actor: Actor): FleetScope => ({ actor, isCompanyWide: isFmc(actor) })

function rangeOf(
  actor: Actor,
  { start_date: from, end_date: to, fleet_id: fleetId }: Range,
): { fleets: FleetScope; days: Days } {
  if (to < from) throw new Problem('validation', { fields: { end_date: ['date'] } })
  return { fleets: { ...readableBy(actor), fleetId }, days: { from, to, timeZone: actor.fleet.timeZone } }
}
