import { moneyText } from '#server/db/seed/core/money.ts'
import type { UserRow } from '#server/db/seed/core/rows.ts'
import type { DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'
import type { FleetPlan } from '#server/db/seed/tables/fleet-plan.ts'
import { SERVICES, service } from '#server/db/seed/tables/service-definitions.ts'
import { COMPANIES } from '#server/db/seed/tables/shop-names.ts'

/** Companies with agreed prices, and the ratio to the usual prices. */
const AGREED: Readonly<Record<string, number>> = {
  RIDGEWAY: 0.88,
  HAULMARK: 0.9,
  BOREALIS: 1.15,
  GRANDNORD: 1.2,
}
const HEAVY = 1.75
/**
 * Fleets whose estimates up to an amount are approved automatically, in their currency. The others have no policies.
 */
export const AUTO_APPROVAL_LIMITS: Readonly<Record<number, number>> = {
  1: 400,
  2: 500,
  3: 350,
  6: 400,
  8: 400,
  10: 300,
  11: 400,
  12: 300,
}
const MANAGERS_UP_TO = 2_500
/** Wear parts of some vehicles, which one manager may approve alone. */
const WORN_PARTS = { keys: ['tire_replacement', 'brake_pads', 'battery'], upTo: 900, vehicles: 6 } as const

/** Shops of one company take vehicles without an appointment, those of another require a call (SVC-072, SVC-073). */
export const createCompanySettings = () => [
  { reference_id: 'PITROW', name: 'Pit Row Express Lube', scheduling: 'not_supported' },
  { reference_id: 'GBFLEET', name: 'Great Basin Fleet Works', scheduling: 'call' },
]

/** Creates the prices agreed with some companies, for light and for heavy vehicles. */
export function createAgreedPrices() {
  return COMPANIES.flatMap(({ reference }) => {
    const share = AGREED[reference]
    if (share === undefined) return []
    return [...SERVICES.values()].flatMap(({ id, cents, duty }) => {
      const price = (factor: number) => moneyText(Math.round(cents * share * factor))
      const setting = { company_reference_id: reference, service_definition_id: id }
      return [
        { ...setting, vehicle_type_id: 'light', price: price(1) },
        ...(duty === 'light' ? [] : [{ ...setting, vehicle_type_id: 'medium_heavy', price: price(HEAVY) }]),
      ]
    })
  })
}

/**
 * Creates policies: small estimates approved automatically, larger ones by the managers, wear parts of some vehicles by
 * one manager.
 */
export function createPolicies(
  plans: readonly FleetPlan[],
  users: readonly UserRow[],
  vehicles: readonly DemoVehicle[],
) {
  return plans.flatMap(({ id }) => {
    const amount = AUTO_APPROVAL_LIMITS[id]
    if (amount === undefined) return []
    const all = { fleet_id: id, service_definition_ids: [], vehicle_ids: [], all_vehicles: true }
    const managers = users
      .filter((user) => user.fleet_id === id && user.is_active && isManager(user))
      .map((user) => user.id)
    const own = vehicles.filter(({ row }) => row.fleet_id === id && row.is_active).map(({ row }) => row.id)
    return [
      { ...all, amount: moneyText(amount * 100), user_ids: [], auto_approvable: true },
      {
        ...all,
        amount: moneyText(WORN_PARTS.upTo * 100),
        service_definition_ids: WORN_PARTS.keys.map((key) => service(key).id),
        user_ids: managers.slice(-1),
        vehicle_ids: own.slice(0, WORN_PARTS.vehicles),
        all_vehicles: false,
        auto_approvable: false,
      },
      {
        ...all,
        amount: moneyText(MANAGERS_UP_TO * 100),
        user_ids: managers.slice(0, 6),
        auto_approvable: false,
      },
    ].filter(({ auto_approvable, user_ids }) => auto_approvable || user_ids.length > 0)
  })
}

const isManager = ({ roles }: UserRow) => roles.some((role) => /Owner|Manager|Admin/.test(role))
