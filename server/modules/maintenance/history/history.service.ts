import { pageOf } from '#contract/core/paging.ts'
import type { ManualHistory } from '#contract/maintenance/history.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { HistoryFilter } from './history.reads.ts'
import { type HistoryRepository, historyRepository } from './history.repository.ts'

/** Entries of each kind on a page of a vehicle's history (ruling 1; MHX-044). */
const VEHICLE_PAGE = 10

/** Reads maintenance histories: manual ones and past orders. */
export function historyService(histories: HistoryRepository, vehicles: VehiclesService) {
  return {
    /** Returns a page of manual histories on visible vehicles, newest first. */
    async list(tx: Transaction, actor: Actor, query: HistoryFilter & { page: number; per_page: number }) {
      if (query.vehicle_id !== undefined) await vehicles.requireVisible(tx, actor, query.vehicle_id)
      const count = await histories.count(tx, actor, query)
      const page = await histories.list(tx, actor, query, query)
      return { manual_maintenance_histories: page, ...pageOf(query, count) }
    },

    /** Returns one manual history. 404 missing, foreign or not visible; 410 `gone` deleted. */
    async show(tx: Transaction, actor: Actor, id: string): Promise<ManualHistory> {
      const head = await histories.head(tx, actor, id)
      if (head?.is_deleted) throw new Problem('gone')
      const history = head && (await histories.find(tx, actor, id))
      if (!history) throw new Problem('not_found')
      return history
    },

    /** Past orders and manual histories of a vehicle, each with its own paging (MHX-045, MHX-051). */
    async ofVehicle(
      tx: Transaction,
      actor: Actor,
      query: { vehicleId: number; pageMH: number; pageMMH: number },
    ) {
      const vehicle_id = query.vehicleId
      await vehicles.requireVisible(tx, actor, vehicle_id)
      const page = (n: number) => ({ page: n, per_page: VEHICLE_PAGE })
      return {
        maintenance_histories: await histories.orders(tx, actor, vehicle_id, page(query.pageMH)),
        manual_maintenance_histories: await histories.list(tx, actor, { vehicle_id }, page(query.pageMMH)),
        total_pages: {
          maintenance_histories: Math.ceil(
            (await histories.countOrders(tx, actor, vehicle_id)) / VEHICLE_PAGE,
          ),
          manual_maintenance_histories: Math.ceil(
            (await histories.count(tx, actor, { vehicle_id })) / VEHICLE_PAGE,
          ),
        },
      }
    },
  }
}
/** Counts matching manual histories on visible vehicles. */
export const countHistory = historyRepository.count

/** Returns manual histories and their cost by month, on visible vehicles. */
export const monthlyHistory = historyRepository.byMonth

export type HistoryService = ReturnType<typeof historyService>
