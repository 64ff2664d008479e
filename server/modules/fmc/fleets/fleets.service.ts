import type { Language } from '#contract/core/fields.ts'
import { type Page, pageOf } from '#contract/core/paging.ts'
import { PAYMENT_TYPES, paysThroughPlatform } from '#contract/fmc/fleet-fields.ts'
import type { FleetSearch, ListedFleet } from '#contract/fmc/fleets.ts'
import { dayIn } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import {
  countFleets,
  readFleetIds,
  readFleetNames,
  readFleetPage,
  readFleetsById,
  readSummary,
} from './fleets.reads.ts'

/** Rows per read of a file; no connection is held between reads, however slow the client (P-13). */
const BATCH = 1000

/** Reads the fleets of the actor's management company, across tenants: every query is limited to the affiliation. */
interface FleetsRead {
  db: Database
  actor: Actor
}

/** Returns a page of the matching fleets. */
export async function listFleets(
  { db, actor }: FleetsRead,
  query: FleetSearch & { page: number; per_page: number },
): Promise<{ fleets: ListedFleet[] } & Page> {
  const [total, fleets] = await Promise.all([countFleets(db, actor, query), readFleetPage(db, actor, query)])
  return { fleets, ...pageOf(query, total) }
}

/** Returns the totals of all fleets. */
export const summarizeFleets = ({ db, actor }: FleetsRead) => readSummary(db, actor)

/** Returns the names of all fleets. */
export const listFleetNames = async ({ db, actor }: FleetsRead) => ({
  fleets: await readFleetNames(db, actor),
})

/** Returns the payment types that a fleet may have. */
export const listPaymentTypes = () => ({
  fleet_payment_types: PAYMENT_TYPES.map((id) => ({
    id,
    pays_through_platform: paysThroughPlatform(id),
  })),
})

/** Streams the matching fleets as a file, in the order of the list. */
export function fleetsFile(
  { db, actor }: FleetsRead,
  search: FleetSearch,
  language: Language,
): ReadableStream<Uint8Array> {
  const column = translateGroup(language, 'server/fleets:column')
  const paymentType: Record<string, string> = translateGroup(language, 'server/fleets:paymentType')
  const yes = translate(language, 'server/fleets:yes')
  const no = translate(language, 'server/fleets:no')
  const columns = Object.keys(column) as (keyof typeof column)[]
  async function* rows() {
    yield columns.map((name) => column[name])
    for await (const { address, account, ...fleet } of matchingFleets({ db, actor }, search)) {
      const cells = {
        ...fleet,
        address: addressLine(address),
        account: account?.name ?? null,
        created_at: dayIn(actor.fleet.timeZone, new Date(fleet.created_at)),
        fleet_payment_type: paymentType[fleet.fleet_payment_type ?? ''] ?? fleet.fleet_payment_type,
        active: fleet.active ? yes : no,
        share_wex_number: fleet.share_wex_number ? yes : no,
        average_ticket: { amount: fleet.average_ticket },
        total_spend: { amount: fleet.total_spend },
      }
      yield columns.map((name) => cells[name])
    }
  }
  return csv(rows(), { language, fleetId: actor.fleet.id })
}

/** Yields every fleet that matched when the download started, once, in order. */
async function* matchingFleets({ db, actor }: FleetsRead, search: FleetSearch): AsyncGenerator<ListedFleet> {
  const ids = await readFleetIds(db, actor, search)
  for (let start = 0; start < ids.length; start += BATCH)
    yield* await readFleetsById(db, actor, ids.slice(start, start + BATCH))
}

/** '12 Main St, Columbus, OH 43215'; null if it is empty. */
function addressLine(address: ListedFleet['address']): string | null {
  if (!address) return null
  const { address_line1, city, state, zip } = address
  return [address_line1, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
