import { Country, Id, Language, Text, TicketToken } from '../core/fields.ts'
import { FLEET_QUERY_MIN, FLEETS_PER_PAGE } from '../core/limits.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v6 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** A fleet as a management company's list shows it (FMC-011, FMC-012). Amounts: decimals as text, in its currency. */
export const ListedFleet = z.object({
  id: Id,
  name: z.string(),
  region: z.nullable(z.string()),
  rep: z.nullable(z.string()),
  other_id: z.nullable(z.string()),
  fleet_payment_type: z.nullable(z.string()),
  country: Country,
  created_at: z.string(),
  /** Active ones. */
  users_total: z.int(),
  vehicles_total: z.int(),
  /** Paid orders: how many, what they cost on average (null without any) and together. */
  transactions_total: z.int(),
  average_ticket: z.nullable(z.string()),
  total_spend: z.string(),
})
export type ListedFleet = z.infer<typeof ListedFleet>

export const FLEET_SORTS = ['name', '-name', 'created_at', '-created_at'] as const

const Filter = z.optional(Text(100))
const search = {
  /** Anywhere in name, other id, region or rep; at least 3 characters (FMC-018). */
  query: z.optional(Text(100).check(z.minLength(FLEET_QUERY_MIN, 'too_short'))),
  /** `filter[region]=East` (FMC-016, FMC-017). */
  filter: z.optional(z.object({ name: Filter, region: Filter, rep: Filter })),
}
export const FleetSearch = z.object(search)
export type FleetSearch = z.infer<typeof FleetSearch>

/** The fleets of the user's affiliation, for management companies (API-007). */
export const fleetsContract = {
  list: call({ access: 'fleets.list' })
    .route({ method: 'GET', path: v6('/fleets'), tags: ['fmc'], summary: 'Fleets' })
    .input(
      z.object({ ...search, sort: z._default(z.enum(FLEET_SORTS), 'name'), ...pageQuery(FLEETS_PER_PAGE) }),
    )
    .output(z.object({ fleets: z.array(ListedFleet), ...pageFields })),
  summary: call({ access: 'fleets.list' })
    .route({ method: 'GET', path: v6('/fleets/summary'), tags: ['fmc'], summary: 'All fleets in figures' })
    .output(
      z.object({
        total_fleets: z.int(),
        total_vehicles: z.int(),
        /** All fleets' amounts as they are, whatever their currency (doc2 §7). To people, show `spend`. */
        total_m_cost: z.string(),
        /** The same by the fleets' country, and so by currency; without countries that have no fleet. */
        spend: z.array(z.object({ country: Country, amount: z.string() })),
      }),
    ),
  /** A browser opens it as an address, with a ticket of purpose 'download' as `auth_token` (ruling 8). */
  csv: call({ access: 'fleets.list', ticket: 'download' })
    .route({
      method: 'GET',
      path: v6('/fleets.csv'),
      tags: ['fmc'],
      summary: 'Fleets as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...search, language: z._default(Language, 'en'), auth_token: z.optional(TicketToken) }))
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
}
