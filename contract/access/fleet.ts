import { TelematicsDatabase } from '#contract/vehicles/telematics-database.ts'
import { ROLES } from '#domain/access/permissions.ts'
import { Day, Id, Instant, MoneySum } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { FleetChange, hasFleetChange, PAYMENT_TYPES } from '../fmc/fleet-fields.ts'
import { CurrentFleet, CurrentUser, FleetLink } from './session.ts'

/** Providers that a fleet can pay through (PAY-004). */
export const PAYMENT_PROVIDERS = ['Braintree', 'WEX', 'Fleetcor'] as const

/** The fleet record (BRD-077). Money: decimals as text, in the fleet's currency. */
export const Fleet = z.object({
  ...CurrentFleet.shape,
  fleet_payment_providers: z.array(z.enum(PAYMENT_PROVIDERS)),
  root_reference_id: z.nullable(z.string()),
  pays_through_platform: z.boolean(),
  /** Opens the services screen with the active orders that wait for approval (SVC-020). */
  renders_active_orders: z.boolean(),
  /** Total in the current calendar year of all its vehicles that the user sees (ruling 10). */
  ytd_maintenance_cost: MoneySum,
  /** Average over its active vehicles that the user sees; null if none has a value. */
  cost_per_mile: z.nullable(z.string()),
  /** Name of the telematics database; null if none is set. */
  databaseName: z.nullable(z.string()),
  /** Fields that the management company maintains (FMC-012). */
  region: z.nullable(z.string()),
  rep: z.nullable(z.string()),
  other_id: z.nullable(z.string()),
  fleet_payment_type: z.nullable(z.enum(PAYMENT_TYPES)),
  share_wex_number: z.boolean(),
  /** First day of the first month that its subscription is charged for; null without a subscription (ruling 32). */
  subscribed_from: z.nullable(Day),
  address: z.nullable(
    z.object({
      address_line1: z.nullable(z.string()),
      city: z.nullable(z.string()),
      state: z.nullable(z.string()),
      zip: z.nullable(z.string()),
    }),
  ),
  created_at: Instant,
  rev: z.int(),
})
export type Fleet = z.infer<typeof Fleet>

/** A fleet as a selector lists it. */
export const FleetName = z.object({ id: Id, name: z.string() })
export type FleetName = z.infer<typeof FleetName>

/** The session's current fleet, other fleets that the user may act for, and switching between them. */
export const fleetContract = {
  me: call({ access: 'fleet.read' })
    .route({
      method: 'GET',
      path: v4('/fleets/me'),
      tags: ['access'],
      summary: 'Get the session’s fleet',
    })
    .output(Fleet),
  /** Returns the user's own fleet, or another that the user may act for. Errors: not_found for every other fleet. */
  show: call({ access: 'fleet.read' })
    .route({ method: 'GET', path: v4('/fleets/{id}'), tags: ['access'], summary: 'Get a fleet' })
    .input(z.object({ id: Id }))
    .output(Fleet),
  /**
   * `databaseName` sets the telematics database of the session's fleet; an empty name removes it (TEL-025, TEL-030).
   * `fleet` changes the fields that the management company maintains, for any of its fleets. It needs the ability
   * fleets.edit, and fields that are left out stay unchanged (FMC-026). Errors: not_found; not_allowed; stale (If-Match
   * names an earlier revision); validation with databaseName `taken`: a fleet of another company has this database.
   */
  update: call({
    access: 'telematics.edit',
    kind: 'write',
    checksIfMatch: true,
    problems: ['stale', 'not_offered'],
  })
    .route({ method: 'PUT', path: v4('/fleets/{id}'), tags: ['access'], summary: 'Change a fleet' })
    .input(
      z
        .object({ id: Id, databaseName: z.optional(TelematicsDatabase), fleet: z.optional(FleetChange) })
        .check(hasFleetChange),
    )
    .output(Fleet),
  quickLinks: call({ access: 'fleet.read' })
    .route({
      method: 'GET',
      path: v4('/fleets/{fleetId}/quick_links'),
      tags: ['access'],
      summary: "A fleet's links to other sites",
    })
    .input(z.object({ fleetId: Id }))
    .output(z.object({ quick_links: z.array(FleetLink) })),
  /** Returns the fleets of one of the user's fuel-card accounts (BRD-074). Errors: not_found for any other account. */
  accountFleets: call({ access: 'fleet.read' })
    .route({
      method: 'GET',
      path: v4('/fleetcor_users/account_fleets'),
      tags: ['access'],
      summary: "The fleets of one of the user's accounts",
    })
    .input(z.object({ accountId: Id }))
    .output(z.object({ fleets: z.array(FleetName) })),
  /**
   * Switches the session to another fleet: of the user's accounts, of an FMC user's affiliation, or back to the user's
   * own (ruling 9, BRD-075, FMC-007). All later calls of the session see only that fleet. Errors: not_found.
   */
  impersonate: call({ access: 'session.own', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/fleet_users/impersonate_fleet'),
      tags: ['access'],
      summary: 'Act for another fleet',
    })
    .input(z.object({ fleet_id: Id }))
    .output(CurrentUser),
  affiliation: call({ access: 'fleet.read' })
    .route({
      method: 'GET',
      path: v4('/affiliations/me'),
      tags: ['access'],
      summary: "The affiliation of the session's fleet",
    })
    .output(z.object({ affiliation: CurrentFleet.shape.affiliation })),
  /** Returns all roles, or with `fmc` only those of management companies (USR-025). */
  roles: call({ access: 'session.own' })
    .route({ method: 'GET', path: v4('/roles'), tags: ['access'], summary: 'Roles' })
    .input(z.object({ fmc: z._default(z.boolean(), false) }))
    .output(z.object({ roles: z.array(z.object({ name: z.enum(ROLES) })) })),
}
