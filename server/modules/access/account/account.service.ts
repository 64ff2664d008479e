import type { Flag, Flags } from '#contract/access/account.ts'
import type { CurrentFleet, CurrentUser } from '#contract/access/session.ts'
import type { Brand, BrandFlag } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import { distanceUnitOf } from '#contract/core/locale.ts'
import { isFmc } from '#contract/core/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { type FleetRow, findFleet, findUser, type UserRow, updateLanguage } from './account.repository.ts'

/** Names of flags on the wire (doc1 §1) and in the brands' files. */
const BRAND_FLAGS: Record<Flag, BrandFlag> = {
  glovebox: 'glovebox',
  telematics: 'telematics',
  fuel_card_sign_up: 'fuelcard_signup',
  multifactor_authentication: 'mfa',
  captcha: 'captcha',
  footer_links: 'footer_links',
  maintenance_schedules: 'maintenance_schedules',
}

/** The signed-in user, their fleet, and the flags in force for them. */
export function accountService({ db, brands }: { db: Database; brands: readonly Brand[] }) {
  async function fleetRow(source: Queryable, fleetId: number): Promise<FleetRow> {
    const fleet = await findFleet(source, fleetId)
    if (!fleet) throw new Problem('not_found')
    return fleet
  }

  async function currentUser(source: Queryable, userId: number, fleetId: number): Promise<CurrentUser> {
    const user = await findUser(source, userId, fleetId)
    if (!user) throw new Problem('not_signed_in')
    return userOnWire(user, fleetOnWire(await fleetRow(source, fleetId)))
  }

  /** A fleet's own settings go before those of its brand; before sign-in the host's brand decides. */
  async function flags(fleetId: number | null, host: Brand): Promise<Flags> {
    const fleet = fleetId === null ? null : await fleetRow(db, fleetId)
    const brand = brands.find((candidate) => candidate.key === fleet?.brand) ?? host
    const treatment = (flag: Flag) =>
      (fleet?.flags[flag] ?? brand.flags[BRAND_FLAGS[flag]]) ? 'on' : ('off' as const)
    return Object.fromEntries(
      (Object.keys(BRAND_FLAGS) as Flag[]).map((flag) => [flag, treatment(flag)]),
    ) as Flags
  }

  return {
    currentUser,
    flags,
    me: (actor: Actor) => currentUser(db, actor.userId, actor.fleet.id),
    fleet: async (actor: Actor) => fleetOnWire(await fleetRow(db, actor.fleet.id)),
    /** Everybody sets their own language only; whoever else's it is does not exist for them. */
    async setLanguage(actor: Actor, input: { id: number; language: Language }) {
      if (input.id !== actor.userId) throw new Problem('not_found')
      await updateLanguage(db, actor.userId, input.language)
      return currentUser(db, actor.userId, actor.fleet.id)
    },
  }
}
export type AccountService = ReturnType<typeof accountService>

function fleetOnWire(fleet: FleetRow): CurrentFleet {
  return {
    id: fleet.id,
    name: fleet.name,
    country: fleet.country,
    distance_unit: distanceUnitOf(fleet.country),
    time_zone: fleet.time_zone,
    brand: fleet.brand,
    affiliation:
      fleet.affiliation_id === null
        ? null
        : { id: fleet.affiliation_id, parent_id: fleet.affiliation_parent_id },
  }
}

function userOnWire(user: UserRow, fleet: CurrentFleet): CurrentUser {
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
    vehicle_ids: user.vehicle_ids,
    affiliation_id: user.affiliation_id,
    fleet,
  }
}
