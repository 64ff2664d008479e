import { addDays } from '#domain/core/days.ts'
import type { AccountRow, FleetLinkRow, FleetRow } from '#server/db/seed/core/rows.ts'
import { ACCOUNTS } from '#server/db/seed/tables/accounts.ts'
import {
  type FleetPlan,
  isFuelCardFleet,
  paysThroughPlatform,
  providersOf,
} from '#server/db/seed/tables/fleet-plan.ts'
import { AFFILIATION, BIG_FLEET_ID, FLEETS } from '#server/db/seed/tables/fleets.ts'
import { PLACES, postalPoints } from '#server/db/seed/tables/places.ts'

/** First id of a fleet's vehicles and users, so that ids do not depend on the size of other fleets. */
export const firstIdOf = (fleetId: number) => fleetId * 10_000 + 1

/** Returns the fleets, with the big one at the given size. */
export function planFleets(bigFleetVehicles: number): FleetPlan[] {
  return FLEETS.map((fleet) => (fleet.id === BIG_FLEET_ID ? { ...fleet, vehicles: bigFleetVehicles } : fleet))
}

/** Fleets as rows. */
export function createFleets(plans: readonly FleetPlan[], today: string): FleetRow[] {
  return plans.map((plan) => ({
    id: plan.id,
    affiliation_id: AFFILIATION.id,
    name: plan.name,
    country: plan.country,
    brand: plan.brand,
    time_zone: plan.timeZone,
    region: plan.region,
    rep: plan.id % 2 === 0 ? 'Tomas Lindqvist' : 'Naomi Calloway',
    other_id: `MFP-${String(plan.id).padStart(3, '0')}`,
    root_reference_id: isFuelCardFleet(plan) ? `FC${String(880_000 + plan.id)}` : null,
    fleet_payment_type: plan.paymentType,
    pays_through_platform: paysThroughPlatform(plan),
    payment_providers: providersOf(plan),
    fuel_card_account_number: plan.paymentType === 'wex' ? `04${String(plan.id).padStart(11, '7')}` : null,
    account_id: plan.accountId ?? null,
    telematics_database: plan.brand === 'trackline' ? plan.domain.replace('.example', '') : null,
    zip: zipOf(plan),
    created_at: `${addDays(today, -365 * plan.createdYearsAgo - 12)}T15:00:00Z`,
  }))
}

/** Zip or postal code of a fleet's first base. */
function zipOf({ bases }: FleetPlan): string | null {
  const place = PLACES.find(({ city }) => city === bases[0]?.city)
  const [point] = place ? postalPoints(place) : []
  if (!place || !point) return null
  return place.country === 'CA' ? `${point.zip} 1A1` : point.zip
}

/** Fuel-card accounts, as rows. */
export const createAccounts = (): AccountRow[] =>
  ACCOUNTS.map((account) => ({ ...account, affiliation_id: AFFILIATION.id }))

/** Links of the avatar menu, as rows. */
export function createLinks(plans: readonly FleetPlan[]): FleetLinkRow[] {
  return plans
    .flatMap(({ id, links = [] }) => links.map((link) => ({ fleet_id: id, ...link })))
    .map((link, index) => ({ id: index + 1, ...link }))
}
