import type { Language } from '#contract/core/fields.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { SubscriptionSearch } from '#contract/money/subscriptions.ts'
import { isFmc } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import { type FleetScope, readInScope } from '../../fmc/fleets/fleet-scope.reads.ts'
import { subscriptionActivitiesRepository as activities } from './subscription-activities.repository.ts'

/** Rows per read. No connection is held between two reads, so a slow download blocks none (P-13). */
const BATCH = 500

/** Reads the subscription charges of a fleet; for FMC users, of all fleets of their company. */
export interface ActivitiesRead {
  db: Database
  actor: Actor
}

/** Returns a page with the totals by currency. Errors: not_found, validation (`end_date` before `start_date`). */
export async function listSubscriptionActivities(
  { db, actor }: ActivitiesRead,
  query: SubscriptionSearch & { page: number; per_page: number },
) {
  const fleets = fleetsOf(actor, query)
  return readInScope(db, fleets, async (reader) => {
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
}

/** Streams the same rows as a file. Errors: as the list, before the first row. */
export async function subscriptionActivitiesFile(
  { db, actor }: ActivitiesRead,
  search: SubscriptionSearch & { language: Language },
) {
  const fleets = fleetsOf(actor, search)
  // A fleet out of scope is an error before the response starts.
  await readInScope(db, fleets, async () => {})
  const { language } = search
  async function* rows() {
    yield Object.values(translateGroup(language, 'server/subscriptions:column'))
    for (let offset = 0; ; offset += BATCH) {
      const batch = await readInScope(db, fleets, (reader) =>
        activities.list(reader, fleets, search, { limit: BATCH, offset }),
      )
      for (const row of batch)
        yield [
          row.fleet_name,
          row.subscription.slice(0, 7),
          row.subscription_date,
          row.method_of_payment,
          row.number_of_vehicles,
          { amount: row.amount },
          row.currency,
          translate(language, `server/subscriptions:status.${row.status}`),
        ]
      if (batch.length < BATCH) return
    }
  }
  return csv(rows(), { language, fleetId: actor.fleet.id })
}

function fleetsOf(
  actor: Actor,
  { start_date: from, end_date: to, fleet_id: fleetId }: SubscriptionSearch,
): FleetScope {
  if (to < from) throw new Problem('validation', { fields: { end_date: ['date'] } })
  return { actor, isCompanyWide: isFmc(actor), fleetId }
}
