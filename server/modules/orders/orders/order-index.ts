import { pageOf } from '#contract/core/paging.ts'
import type { OrderSort } from '#contract/orders/orders.ts'
import { isOpen, type OrderStatus } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { HistoryService } from '../../maintenance/history/history.service.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { OrderListsRepository } from './order-lists.repository.ts'
import { entryFilterOf, type PastServicesRepository } from './past-services.repository.ts'

interface OrderIndexDeps {
  lists: OrderListsRepository
  pastServices: PastServicesRepository
  vehicles: VehiclesService
  history: HistoryService
}

interface OrderIndexQuery {
  state_id?: OrderStatus | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  captureActive: boolean
  withMaintenanceHistory: boolean
  vehicle_id?: number | undefined
  search?: string | undefined
  sort?: OrderSort | undefined
  page: number
  per_page: number
}

/** Returns a page of one tab of the services screen. The past tab also lists manual entries of the same days. */
export const orderIndex =
  ({ lists, pastServices, vehicles, history }: OrderIndexDeps) =>
  async (tx: Transaction, actor: Actor, query: OrderIndexQuery) => {
    if (query.vehicle_id !== undefined) await vehicles.requireVisible(tx, actor, query.vehicle_id)
    const { startDate: from, endDate: to, vehicle_id: vehicleId, search } = query
    const isActive = query.state_id === undefined ? query.captureActive : isOpen(query.state_id)
    const filter = { isActive, status: query.state_id, from, to, vehicleId, search }
    const count = await lists.count(tx, actor, filter)
    // Only orders have a status; every entry counts as complete (MHX-037).
    if (query.withMaintenanceHistory && !isActive && query.state_id === undefined) {
      const entryCount = await history.count(tx, actor, entryFilterOf(filter))
      const { rows, orders, entries } = await pastServices.list(tx, actor, filter, query)
      return {
        ...{ rows, orders, manual_maintenance_histories: entries, outside_count: 0 },
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
