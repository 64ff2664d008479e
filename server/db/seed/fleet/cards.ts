import type { PaymentMethodRow, UserRow } from '#server/db/seed/core/rows.ts'
import { type FleetPlan, paysThroughPlatform } from '#server/db/seed/tables/fleet-plan.ts'

const KINDS = ['Visa', 'MasterCard'] as const

/** Returns a sandbox card for each established fleet that pays through the platform, so that it can book. */
export function createCards(plans: readonly FleetPlan[], users: readonly UserRow[]): PaymentMethodRow[] {
  return plans.flatMap((plan) => {
    const { id, createdYearsAgo } = plan
    const owner = users.find((user) => user.fleet_id === id && user.roles.includes('Owner'))
    if (!paysThroughPlatform(plan) || !owner || createdYearsAgo === 0) return []
    return {
      fleet_id: id,
      owner_id: owner.id,
      token: `sandbox-demo-${id}`,
      type: 'credit_card',
      card_type: KINDS[id % KINDS.length] ?? 'Visa',
      last_4: String(1000 + ((id * 1_867) % 9000)),
      expiration_date: `${String(1 + (id % 12)).padStart(2, '0')}/2030`,
      cardholder_name: `${owner.first_name} ${owner.last_name}`,
      is_default: true,
      all_users: true,
    }
  })
}
