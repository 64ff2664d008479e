import {
  FLEET_QUERY_MIN,
  FLEET_TEXT_MAX,
  FLEETS_PER_PAGE,
  QUICK_LINK_DESCRIPTION_MAX,
  QUICK_LINK_MAX,
} from '#domain/core/limits.ts'
import { Fleet, FleetName } from '../access/fleet.ts'
import { FleetLink } from '../access/session.ts'
import { Country, FileLanguage, Id, Text, TicketToken } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4, v6 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { FirstOwner, NewFleet, PAYMENT_TYPES, QuickLinkInput } from './fleet-fields.ts'

/** A fleet in a management company's list (FMC-011, FMC-012). Amounts: decimals as text, in its currency. */
export const ListedFleet = z.object({
  id: Id,
  name: z.string(),
  region: z.nullable(z.string()),
  rep: z.nullable(z.string()),
  other_id: z.nullable(z.string()),
  fleet_payment_type: z.nullable(z.string()),
  share_wex_number: z.boolean(),
  address: Fleet.shape.address,
  account: Fleet.shape.account,
  country: Country,
  created_at: z.string(),
  /** The fleet has at least one active vehicle. */
  active: z.boolean(),
  /** Active users. */
  users_total: z.int(),
  vehicles_total: z.int(),
  /** Paid orders: number, average cost (null without any) and total cost. */
  transactions_total: z.int(),
  average_ticket: z.nullable(z.string()),
  total_spend: z.string(),
  rev: z.int(),
})
export type ListedFleet = z.infer<typeof ListedFleet>

const SORT_COLUMNS = [
  'name',
  'region',
  'rep',
  'other_id',
  'fleet_payment_type',
  'created_at',
  'active',
  'users',
  'vehicles',
  'transactions',
  'average_ticket',
  'total_spend',
] as const
export type FleetSortColumn = (typeof SORT_COLUMNS)[number]
/** Every column, ascending or descending; fleets without a value are last in both. */
export const FLEET_SORTS = SORT_COLUMNS.flatMap((column) => [column, `-${column}`] as const)

const seenText = (max: number) => z.string('text').check(z.maxLength(max, 'too_long'))

const Filter = z.optional(Text(100))
const search = {
  /** Substring of name, other id, region or rep; at least 3 characters (FMC-018). */
  query: z.optional(Text(100).check(z.minLength(FLEET_QUERY_MIN, 'too_short'))),
  /** `filter[region]=East` (FMC-016, FMC-017). */
  filter: z.optional(
    z.object({ name: Filter, region: Filter, rep: Filter, active: z.optional(z.boolean()) }),
  ),
  sort: z._default(z.enum(FLEET_SORTS), 'name'),
}
export const FleetSearch = z.object(search)
export type FleetSearch = z.infer<typeof FleetSearch>

/** Reasons why a fleet cannot be deleted now. */
export const DELETION_BLOCKERS = [
  'open_orders',
  'running_payments',
  'orders_in_review',
  'unpaid_subscription_months',
  'company_staff',
  'users_with_other_fleets',
] as const
/** What deleting a fleet would do. It can be deleted when `blockers` is empty. */
export const FleetDeletion = z.object({
  fleet: FleetName,
  blockers: z.array(z.object({ code: z.enum(DELETION_BLOCKERS), count: z.int() })),
  /** The first ten open orders. */
  open_orders: z.array(z.object({ id: Id, vehicle_name: z.string(), status: z.string() })),
  /** Removed for good. */
  removes: z.object({
    users: z.int(),
    vehicles: z.int(),
    documents: z.int(),
    maintenance_histories: z.int(),
    policies: z.int(),
    payment_methods: z.int(),
  }),
  /** Deleted permanently. */
  keeps: z.object({ orders: z.int(), transactions: z.int() }),
  rev: z.int(),
})
export type FleetDeletion = z.infer<typeof FleetDeletion>

/** Rows that the company keeps: finished orders with their vehicles, and transactions. */
export const fleetsContract = {
  list: call({ access: 'fleets.list' })
    .route({ method: 'GET', path: v6('/fleets'), tags: ['fmc'], summary: 'Fleets' })
    .input(z.object({ ...search, ...pageQuery(FLEETS_PER_PAGE) }))
    .output(z.object({ fleets: z.array(ListedFleet), ...pageFields })),
  summary: call({ access: 'fleets.list' })
    .route({ method: 'GET', path: v6('/fleets/summary'), tags: ['fmc'], summary: 'Get totals of all fleets' })
    .output(
      z.object({
        total_fleets: z.int(),
        total_vehicles: z.int(),
        /** Total over all fleets regardless of currency (FMC-009). Show `spend` to users instead. */
        total_m_cost: z.string(),
        /** The total by country, which means by currency; without countries that have no fleet. */
        spend: z.array(z.object({ country: Country, amount: z.string() })),
      }),
    ),
  /** The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8). */
  csv: call({ access: 'fleets.list', ticket: 'download' })
    .route({
      method: 'GET',
      path: v6('/fleets.csv'),
      tags: ['fmc'],
      summary: 'Fleets as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...search, language: FileLanguage, auth_token: z.optional(TicketToken) }))
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
  /** All fleets by name, for pickers (FMC-032). */
  all: call({ access: 'fleets.list' })
    .route({
      method: 'GET',
      path: v4('/fleets/load_all_fleets'),
      tags: ['fmc'],
      summary: 'Names of all fleets',
    })
    .output(z.object({ fleets: z.array(FleetName) })),
  /** Payment types that a fleet can have (FMC-028, ruling 26). */
  paymentTypes: call({ access: 'fleets.list' })
    .route({ method: 'GET', path: v4('/fleet_payment_types'), tags: ['fmc'], summary: 'Payment types' })
    .output(
      z.object({
        fleet_payment_types: z.array(
          z.object({ id: z.enum(PAYMENT_TYPES), pays_through_platform: z.boolean() }),
        ),
      }),
    ),
  /**
   * Creates a fleet of the actor's company, and invites its first Owner if given (FMC-025). Errors: not_allowed (the
   * actor belongs to no company); validation (of the fields, `owner.email`: email_taken); too_many.
   */
  create: call({
    access: 'fleets.create',
    kind: 'write',
    idempotent: true,
    problems: ['too_many', 'mail_unavailable'],
  })
    .route({
      method: 'POST',
      path: v4('/fleets'),
      tags: ['fmc'],
      summary: 'Create a fleet',
      successStatus: 201,
    })
    .input(z.object({ fleet: NewFleet, owner: z.optional(FirstOwner) }))
    .output(Fleet),
  /** Lists what deleting the fleet would remove, and what prevents it. The path is our choice. Errors: not_found. */
  deletion: call({ access: 'fleets.edit' })
    .route({
      method: 'GET',
      path: v4('/fleets/{id}/deletion'),
      tags: ['fmc'],
      summary: 'Preview the deletion of a fleet',
    })
    .input(z.object({ id: Id }))
    .output(FleetDeletion),
  /**
   * Deletes a fleet permanently. The fleet can no longer be opened, and its users cannot sign in. Vehicles, documents
   * and policies are removed soon after. Finished orders and transactions stay with the company (decision 52). Errors:
   * not_found, stale, fleet_in_use (`current`: a `FleetDeletion` with its blockers).
   */
  destroy: call({ access: 'fleets.edit', kind: 'write', idempotent: true, problems: ['fleet_in_use'] })
    .route({ method: 'DELETE', path: v4('/fleets/{id}'), tags: ['fmc'], summary: 'Delete a fleet' })
    .input(z.object({ id: Id }))
    .output(z.object({ success: z.literal(true), id: Id })),
  /** Adds a link to the fleet's avatar menu. Errors: not_found; validation (`link`, `name`: too_many). */
  addLink: call({ access: 'fleets.edit', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: v4('/fleets/{fleetId}/quick_links'),
      tags: ['fmc'],
      summary: 'Add a quick link',
      successStatus: 201,
    })
    .input(z.object({ fleetId: Id, ...QuickLinkInput.shape }))
    .output(FleetLink),
  updateLink: call({ access: 'fleets.edit', kind: 'write', problems: ['stale'] })
    .route({
      method: 'PUT',
      path: v4('/fleets/{fleetId}/quick_links/{id}'),
      tags: ['fmc'],
      summary: 'Change a quick link',
    })
    .input(
      z.object({
        fleetId: Id,
        id: Id,
        ...QuickLinkInput.shape,
        /** The link that the form started from. Another current one: 412 `stale`. */
        seen: z.optional(
          z.object({
            name: seenText(FLEET_TEXT_MAX),
            description: seenText(QUICK_LINK_DESCRIPTION_MAX),
            link: seenText(QUICK_LINK_MAX),
          }),
        ),
      }),
    )
    .output(FleetLink),
  removeLink: call({ access: 'fleets.edit', kind: 'write' })
    .route({
      method: 'DELETE',
      path: v4('/fleets/{fleetId}/quick_links/{id}'),
      tags: ['fmc'],
      summary: 'Remove a quick link',
    })
    .input(z.object({ fleetId: Id, id: Id }))
    .output(z.object({ success: z.literal(true), id: Id })),
}
