import { addDays } from '#domain/core/days.ts'
import { orderSums, RETAIL_SAVINGS_PERCENT } from '#domain/orders/prices.ts'
import { taxPercent } from '#domain/orders/tax-rates.ts'
import { moneyText } from '#server/db/seed/core/money.ts'
import { randomFor } from '#server/db/seed/core/random.ts'
import type { ShopRow, UserRow } from '#server/db/seed/core/rows.ts'
import type { Authors } from '#server/db/seed/fleet/drivers.ts'
import type { DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'
import { service } from '#server/db/seed/tables/service-definitions.ts'
import { PRICE_FACTOR, VISITS } from '#server/db/seed/tables/visits.ts'
import { AUTO_APPROVAL_LIMITS } from './booking-settings.ts'

/** Share of vehicles with an open order. */
const SHARE = 0.035
/** Ids of open orders start above those of the visits. */
const FIRST_ID = 90_000_001
/** Frequency of each status, and the range of appointment days relative to today. */
const STATUSES = {
  initiated: { weight: 26, days: [1, 20] },
  active: { weight: 34, days: [1, 14] },
  awaiting_approval: { weight: 20, days: [-1, 0] },
  approved: { weight: 14, days: [-2, 0] },
  walk_in: { weight: 6, days: [0, 0] },
} as const

/** Days by which an order is older than others of its status: some approved work takes too long. */
function lateDays(status: string, id: number): number {
  const random = randomFor('late', id)
  return status === 'approved' && random.chance(0.2) ? random.int(4, 9) : 0
}

/** Creates open orders in every status. The simulated shops do not process them. */
export function createOpenOrders(
  vehicles: readonly DemoVehicle[],
  shopsOf: (vehicle: DemoVehicle) => readonly ShopRow[],
  users: readonly UserRow[],
  authorsOf: (vehicle: DemoVehicle) => Authors,
  today: string,
) {
  const weights = Object.fromEntries(
    Object.entries(STATUSES).map(([status, { weight }]) => [status, weight]),
  ) as Record<keyof typeof STATUSES, number>
  const made = vehicles
    .filter(({ row }) => row.is_active && randomFor('open order', row.id).chance(SHARE))
    .map((vehicle, nth) => {
      const { row, model } = vehicle
      const random = randomFor('open order of', row.id)
      const drawn = random.weighted<keyof typeof STATUSES>(weights)
      const [from, to] = STATUSES[drawn].days
      const shop = random.pick(shopsOf(vehicle))
      const requester = random.pick(users.filter((user) => user.fleet_id === row.fleet_id && user.is_active))
      const level = PRICE_FACTOR[model.kind] * (shop.country === 'CA' ? 1.3 : 1)
      const lines = random.pick(VISITS[model.kind]).map((key) => {
        const { id, en, fr, cents, positions } = service(key)
        const price = Math.round(cents * level)
        const isFrench = vehicle.home.state === 'QC'
        return { id, name: isFrench ? fr : en, price, position: positions[0] ?? null }
      })
      const subTotal = lines.reduce((sum, line) => sum + line.price, 0)
      // Work that a policy covers needs no approval.
      const isCovered = subTotal <= 100 * (AUTO_APPROVAL_LIMITS[row.fleet_id] ?? 0)
      const status = drawn === 'awaiting_approval' && isCovered ? 'approved' : drawn
      const isApproved = status === 'approved'
      const { pre_tax_sub_total, tax_amount, total, saving } = orderSums(
        lines.map(({ price }) => moneyText(price)),
        {
          taxPercent: taxPercent(shop.country, shop.state),
          savingsPercent: RETAIL_SAVINGS_PERCENT,
          promotion: null,
        },
      )
      const id = FIRST_ID + nth
      const lateness = lateDays(status, id)
      return {
        order: {
          id,
          fleet_id: row.fleet_id,
          vehicle_id: row.id,
          shop_id: shop.id,
          status,
          appointment_datetime: `${addDays(today, random.int(from, to) - lateness)}T${random.int(14, 20)}:00:00Z`,
          odometer: row.odometer,
          odometer_units: row.odometer_units,
          po_number: random.chance(0.6) ? `PO-${random.int(10_000, 99_999)}` : null,
          originator_id: requester.id,
          pre_tax_sub_total,
          tax_amount,
          total,
          saving,
          approver_id:
            isApproved && !isCovered ? randomFor('approval', id).pick(authorsOf(vehicle).office) : null,
          is_auto_approved: isApproved && isCovered,
          last_approval_date: isApproved ? `${addDays(today, -1)}T16:00:00Z` : null,
          created_at: `${addDays(today, -random.int(3, 6) - lateness)}T15:00:00Z`,
          updated_at: `${addDays(today, -2)}T15:00:00Z`,
        },
        services: lines.map((line, index) => ({
          id: id * 10 + index,
          fleet_id: row.fleet_id,
          order_id: id,
          service_definition_id: line.id,
          name: line.name,
          position: line.position,
          status: status === 'walk_in' ? 'active' : status,
          price: moneyText(line.price),
          total: moneyText(line.price),
        })),
      }
    })
  return { orders: made.map(({ order }) => order), services: made.flatMap(({ services }) => services) }
}
