import { addDays } from '#domain/core/days.ts'
import { DEMO_USERS } from '#server/db/seed/accounts.ts'
import { randomFor } from '#server/db/seed/core/random.ts'
import type { UserRow } from '#server/db/seed/core/rows.ts'
import type { FleetPlan } from '#server/db/seed/tables/fleet-plan.ts'
import { AFFILIATION } from '#server/db/seed/tables/fleets.ts'
import { FRENCH_CANADIAN, NORTH_AMERICAN, plainName } from '#server/db/seed/tables/names.ts'
import { PLACES } from '#server/db/seed/tables/places.ts'
import { firstIdOf } from './fleets.ts'

/** Returns all users. The demo accounts come first in each fleet. */
export function createPeople(plans: readonly FleetPlan[], today: string): UserRow[] {
  const withoutFleet = DEMO_USERS.filter((person) => person.fleetId === null)
  const users = plans.flatMap((plan) => createStaff(plan, today))
  return [
    ...users,
    ...withoutFleet.map((person, index) =>
      demoUser(person, index + 1, undefined, `${addDays(today, -400)}T15:00:00Z`),
    ),
  ]
}

/** Returns how many vehicles a driver gets: the number that the demo account promises, otherwise one. */
export function vehicleCountOf(email: string): number {
  return DEMO_USERS.find((person) => person.email === email)?.vehicles ?? 1
}

/** Which users may act for the fleets of which fuel-card accounts. */
export function createUserAccounts(users: readonly UserRow[]): { user_id: number; account_id: number }[] {
  const idOf = new Map(users.map(({ email, id }) => [email, id]))
  return DEMO_USERS.flatMap(({ email, accounts = [] }) =>
    accounts.map((account_id) => ({ user_id: idOf.get(email) ?? 0, account_id })),
  )
}

function createStaff(plan: FleetPlan, today: string): UserRow[] {
  const roles = Object.entries(plan.staff).flatMap(([role, count]) => Array<string>(count).fill(role))
  const drivers = Math.round(plan.vehicles * plan.driverShare)
  const open = [...roles, ...Array<string>(drivers).fill('Driver')]
  const demo = DEMO_USERS.filter((person) => person.fleetId === plan.id)
  for (const { role } of demo) {
    const place = open.indexOf(role)
    if (place >= 0) open.splice(place, 1)
  }
  const created = `${addDays(today, -365 * plan.createdYearsAgo - 10)}T15:00:00Z`
  const first = firstIdOf(plan.id)
  const taken = new Set(demo.map((person) => person.email))
  return [
    ...demo.map((person, index) => demoUser(person, first + index, plan, created)),
    ...open.map((role, index) => drawnUser(plan, first + demo.length + index, role, taken, today)),
  ]
}

function demoUser(
  person: (typeof DEMO_USERS)[number],
  id: number,
  plan: FleetPlan | undefined,
  created: string,
): UserRow {
  return {
    id,
    fleet_id: person.fleetId,
    affiliation_id: plan === undefined ? null : AFFILIATION.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    cell_phone: phoneOf(plan, id),
    language: person.language ?? 'en',
    country: plan?.country ?? 'US',
    roles: [person.role],
    is_active: true,
    other_id: null,
    created_at: created,
  }
}

function drawnUser(plan: FleetPlan, id: number, role: string, taken: Set<string>, today: string): UserRow {
  const random = randomFor('person', id)
  const isFrench = plan.country === 'CA' && random.chance(0.8)
  const names = isFrench ? FRENCH_CANADIAN : NORTH_AMERICAN
  const [firstName, lastName] = [random.pick(names.first), random.pick(names.last)]
  return {
    id,
    fleet_id: plan.id,
    affiliation_id: AFFILIATION.id,
    email: freeAddress(firstName, lastName, plan.domain, taken),
    first_name: firstName,
    last_name: lastName,
    cell_phone: phoneOf(plan, id),
    language: isFrench ? 'fr' : 'en',
    country: plan.country,
    // Some managers also drive.
    roles: role === 'Manager' && random.chance(0.2) ? [role, 'Driver'] : [role],
    is_active: random.chance(0.97),
    other_id: role === 'Driver' ? `E${String(id).padStart(6, '0')}` : null,
    created_at: `${addDays(today, -random.int(20, 365 * Math.max(1, plan.createdYearsAgo)))}T15:00:00Z`,
  }
}

function freeAddress(firstName: string, lastName: string, domain: string, taken: Set<string>): string {
  const name = `${plainName(firstName)}.${plainName(lastName)}`
  let address = `${name}@${domain}`
  for (let n = 2; taken.has(address); n++) address = `${name}${n}@${domain}`
  taken.add(address)
  return address
}

/** 555-0100 to 555-0199 are reserved for fiction. */
function phoneOf(plan: FleetPlan | undefined, id: number): string {
  const place = PLACES.find(({ city }) => city === plan?.bases[id % plan.bases.length]?.city)
  return `${place?.areaCode ?? '312'}55501${String(id % 100).padStart(2, '0')}`
}
