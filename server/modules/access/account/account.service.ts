import type { Flags, FlagsQuery } from '#contract/access/account.ts'
import type { CurrentFleet, CurrentUser } from '#contract/access/session.ts'
import type { Brand } from '#contract/core/brand.ts'
import { featuresOf } from '#contract/core/brand-features.ts'
import type { Language } from '#contract/core/fields.ts'
import { distanceUnitOf } from '#contract/core/locale.ts'
import { can, isFmc } from '#domain/access/permissions.ts'
import { SPECIAL_AFFILIATION_ID } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Queryable } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, Ports } from '#server/use-case.ts'
import { type FleetRow, findFleet, findUser, type UserRow, updateLanguage } from './account.repository.ts'
import type { FlagCustomer } from './flags.service.ts'

/** A database or an open transaction, and the brands. */
interface Source {
  db: Queryable
  ports: Pick<Ports, 'brands'>
}

/** Returns a user with the fleet that they act in. Errors: not_signed_in. */
export async function readCurrentUser(source: Source, userId: number, fleetId: number): Promise<CurrentUser> {
  const user = await findUser(source.db, userId, fleetId)
  if (!user) throw new Problem('not_signed_in')
  const fleet = await fleetRow(source.db, fleetId)
  return userOnWire(user, fleet, onWire(fleet, source))
}

/** Returns a fleet as sessions include it. Errors: not_found. */
export async function readCurrentFleet(source: Source, fleetId: number): Promise<CurrentFleet> {
  return onWire(await fleetRow(source.db, fleetId), source)
}

/** Returns flags for the server's own decisions, of a user who is signing in. */
export async function readFlags(
  { db, ports }: DatabaseUseCase<'flags'>,
  fleetId: number | null,
  host: Brand,
  customer: FlagCustomer | null = null,
): Promise<Flags> {
  const fleet = fleetId === null ? null : await fleetRow(db, fleetId)
  return ports.flags.flags(fleet, host, customer)
}

/** Returns flags for the app: of the host before sign-in. Errors: unavailable, if the flag service does not respond. */
export async function readTreatments(
  { db, ports }: DatabaseUseCase<'flags'>,
  actor: Actor | null,
  host: Brand,
  query: FlagsQuery,
) {
  if (!actor) return ports.flags.treatments(null, host, null)
  const user = await findUser(db, actor.userId, actor.fleet.id)
  // The app sends the customer as the specification requires; any other customer is not found.
  if (!user || !isSameCustomer(query, user)) throw new Problem('not_found')
  return ports.flags.treatments(await fleetRow(db, actor.fleet.id), host, {
    id: user.id,
    email: user.email,
    affiliationId: user.affiliation_id,
  })
}

/** Users can set only their own language. Errors: not_found for other users. */
export async function setLanguage(
  useCase: DatabaseUseCase<'brands'>,
  actor: Actor,
  input: { id: number; language: Language },
): Promise<CurrentUser> {
  if (input.id !== actor.userId) throw new Problem('not_found')
  await updateLanguage(useCase.db, actor.userId, input.language)
  return readCurrentUser(useCase, actor.userId, actor.fleet.id)
}

async function fleetRow(db: Queryable, fleetId: number): Promise<FleetRow> {
  const fleet = await findFleet(db, fleetId)
  if (!fleet) throw new Problem('not_found')
  return fleet
}

/** Fields that are left out are not compared. */
function isSameCustomer(query: FlagsQuery, user: UserRow): boolean {
  return (
    (query.customer_id ?? user.id) === user.id &&
    (query.email ?? user.email).toLowerCase() === user.email.toLowerCase() &&
    (query.affiliation_id ?? user.affiliation_id) === user.affiliation_id
  )
}

function onWire(fleet: FleetRow, { ports }: Source): CurrentFleet {
  const brand = brandOrDefault(ports.brands, fleet.brand)
  return {
    id: fleet.id,
    name: fleet.name,
    country: fleet.country,
    distance_unit: distanceUnitOf(fleet.country),
    time_zone: fleet.time_zone,
    brand: fleet.brand,
    is_fuel_card: brand.traits.isFuelCard,
    features: featuresOf(brand),
    affiliation:
      fleet.affiliation_id === null
        ? null
        : {
            id: fleet.affiliation_id,
            parent_id: fleet.affiliation_parent_id,
            is_special: fleet.affiliation_id === SPECIAL_AFFILIATION_ID,
          },
    account: fleet.account,
    fleet_links: fleet.fleet_links,
  }
}

function userOnWire(user: UserRow, row: FleetRow, fleet: CurrentFleet): CurrentUser {
  const approvalFleetIds = user.approval_fleets.map(({ id }) => id)
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    name: `${user.first_name} ${user.last_name}`,
    email: user.email,
    cellPhone: user.cell_phone,
    language: user.language,
    country: user.country,
    roles: user.roles,
    isFMC: isFmc(user),
    fleet_id: fleet.id,
    home_fleet_id: user.home_fleet_id ?? fleet.id,
    user_accounts: user.user_accounts,
    vehicle_ids: user.vehicle_ids,
    affiliation_id: user.affiliation_id,
    user_account_fleets: user.user_account_fleets,
    payment_id: user.payment_id,
    has_payment_method: user.has_payment_method,
    pays_through_platform: row.pays_through_platform,
    fleet_payment_providers: row.payment_providers,
    fuel_card_account_number: can(user, 'payments.read') ? row.fuel_card_account_number : null,
    total_fleet_number: user.total_fleet_number,
    other_id: user.other_id,
    is_active: user.is_active,
    address: user.address,
    city: user.city,
    state: user.state,
    garaging_zip: user.garaging_zip,
    zip: user.zip,
    vehiclesTotal: user.vehicles_total,
    affiliationId: user.affiliation_id,
    approval_fleets: user.approval_fleets,
    approvalFleetIds,
    approval_fleet_ids: approvalFleetIds,
    fleet,
  }
}
