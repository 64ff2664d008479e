import { pageOf } from '#contract/core/paging.ts'
import type { OrderSort } from '#contract/orders/orders.ts'
import { dayIn } from '#domain/core/days.ts'
import { isOpen, type OrderStatus, type Stay } from '#domain/orders/order-rules.ts'
import { countHistory } from '#server/modules/maintenance/history/history.service.ts'
import type { VehicleFacets } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import { requireVisibleVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import type { UseCase } from '#server/use-case.ts'
import { orderListsRepository as lists } from './order-lists.repository.ts'
import { entryFilterOf, pastServicesRepository as pastServices } from './past-services.repository.ts'

interface OrderIndexQuery extends VehicleFacets {
  state_id?: OrderStatus | undefined
  stay?: Stay | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  captureActive: boolean
  withMaintenanceHistory: boolean
  vehicle_id?: number | undefined
  shop_id?: number | undefined
  search?: string | undefined
  sort?: OrderSort | undefined
  page: number
  per_page: number
}

/** Returns whether open orders are listed: a status belongs to one of the two tabs. */
export const isActiveList = (isActiveTab: boolean, status: OrderStatus | undefined): boolean =>
  status === undefined ? isActiveTab : isOpen(status)

/** Returns a page of one tab of the services screen. The past tab also lists manual entries of the same days. */
export async function listOrders({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, query: OrderIndexQuery) {
  if (query.vehicle_id !== undefined) await requireVisibleVehicle(tx, actor, query.vehicle_id)
  const { startDate: from, endDate: to, vehicle_id: vehicleId, shop_id: shopId, search } = query
  const isActive = isActiveList(query.captureActive, query.state_id)
  const facets = { department: query.department, driver: query.driver, class: query.class }
  const { state_id: status, stay } = query
  const filter = { isActive, status, stay, facets, from, to, vehicleId, shopId, search }
  const count = await lists.count(tx, actor, filter)
  // Only orders have a status, a shop and a stay there; every entry counts as complete (MHX-037).
  const isOfOrders = status !== undefined || stay !== undefined || shopId !== undefined
  if (query.withMaintenanceHistory && !isActive && !isOfOrders) {
    const entryCount = await countHistory(tx, actor, entryFilterOf(filter))
    const { rows, orders, entries } = await pastServices.list(tx, actor, filter, query)
    return {
      rows,
      orders,
      manual_maintenance_histories: entries,
      outside_count: 0,
      ...pageOf(query, count + entryCount),
    }
  }
  const orders = await lists.list(tx, actor, filter, query)
  const hasDays = from !== undefined || to !== undefined
  const everywhere = { ...filter, from: undefined, to: undefined }
  return {
    rows: orders.map(({ id }) => ({ kind: 'order' as const, id: String(id) })),
    orders,
    manual_maintenance_histories: [],
    outside_count: isActive && hasDays ? (await lists.count(tx, actor, everywhere)) - count : 0,
    ...pageOf(query, count),
  }
}

/** Lists open orders, soonest first, with the counts by status and for today. */
export async function listFleetOrders(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: { page: number; per_page: number },
) {
  const counts = await lists.countsByStatus(tx, actor)
  const count = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const day = dayIn(actor.fleet.timeZone, new Date())
  return {
    orders: await lists.list(tx, actor, { isActive: true }, query),
    counts,
    today: { day, count: await lists.count(tx, actor, { isActive: true, from: day, to: day }) },
    ...pageOf(query, count),
  }
}
