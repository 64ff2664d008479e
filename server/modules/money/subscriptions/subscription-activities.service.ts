import type { Language } from '#contract/core/fields.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { SubscriptionSearch } from '#contract/money/subscriptions.ts'
import { isFmc } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { Problem } from '#server/problem.ts'
import { texts } from '#server/texts/texts.ts'
import { inAffiliation } from '../../fmc/fleets/fleets.reads.ts'
import type { SubscriptionActivitiesRepository } from './subscription-activities.repository.ts'

/** Rows per read. No connection is held between two reads, so a slow download blocks none (P-13). */
const BATCH = 500

interface Deps {
  db: Database
  activities: SubscriptionActivitiesRepository
}

/** Subscription charges of a fleet, for the fleet itself and for its management company. */
export function subscriptionActivitiesService({ db, activities }: Deps) {
  /**
   * Runs `work` with the fleets that the actor may read: FMC users all fleets of their company, others their own.
   * Errors: not_found.
   */
  async function withReader<T>(
    actor: Actor,
    search: SubscriptionSearch,
    work: (db: Queryable, fleets: Query) => Promise<T>,
  ): Promise<T> {
    const { start_date: from, end_date: to, fleet_id: fleetId } = search
    if (to < from) throw new Problem('validation', { fields: { end_date: ['date'] } })
    const run = async (reader: Queryable, mine: Query) => {
      const fleets = fleetId === undefined ? mine : sql`${mine} and f.id = ${fleetId}`
      if (fleetId !== undefined && !(await activities.hasFleet(reader, fleets)))
        throw new Problem('not_found')
      return work(reader, fleets)
    }
    if (isFmc(actor)) return run(db, inAffiliation(actor))
    return db.tenant(actor.fleet.id, (tx) => run(tx, sql`f.id = ${actor.fleet.id}`))
  }

  return {
    /** Errors: not_found, validation (`end_date` before `start_date`). */
    list(actor: Actor, query: SubscriptionSearch & { page: number; per_page: number }) {
      return withReader(actor, query, async (reader, fleets) => {
        const totals = await activities.totals(reader, fleets, query)
        const limits = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
        return {
          subscription_activities: await activities.list(reader, fleets, query, limits),
          totals: totals.map(({ currency, amount, paid }) => ({ currency, amount, paid })),
          ...pageOf(
            query,
            totals.reduce((sum, { n }) => sum + n, 0),
          ),
        }
      })
    },

    /** Streams the same rows as a file. Errors: as `list`, before the first row. */
    async csv(actor: Actor, search: SubscriptionSearch, language: Language) {
      await withReader(actor, search, async () => {})
      const { column, status } = texts[language].subscriptionsFile
      async function* rows() {
        yield Object.values(column)
        for (let offset = 0; ; offset += BATCH) {
          const batch = await withReader(actor, search, (reader, fleets) =>
            activities.list(reader, fleets, search, { limit: BATCH, offset }),
          )
          for (const row of batch)
            yield [
              ...[row.fleet_name, row.subscription.slice(0, 7), row.subscription_date, row.method_of_payment],
              ...[row.number_of_vehicles, { amount: row.amount }, row.currency, status[row.status]],
            ]
          if (batch.length < BATCH) return
        }
      }
      return csv(rows(), language)
    },
  }
}
export type SubscriptionActivitiesService = ReturnType<typeof subscriptionActivitiesService>
