import { pageOf } from '#contract/core/paging.ts'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { requireVisibleVehicle } from '../../vehicles/vehicles/vehicles.service.ts'
import type { HistoryFilter } from './history.reads.ts'
import { historyRepository } from './history.repository.ts'

/** Entries of each kind on a page of a vehicle's history (ruling 1; MHX-044). */
const VEHICLE_PAGE = 10

type InFleet = Pick<UseCase, 'tx' | 'actor'>

/** Returns a page of manual histories on visible vehicles, newest first. */
export async function listHistories(
  { tx, actor }: InFleet,
  query: HistoryFilter & { page: number; per_page: number },
) {
  if (query.vehicle_id !== undefined) await requireVisibleVehicle(tx, actor, query.vehicle_id)
  const count = await historyRepository.count(tx, actor, query)
  const page = await historyRepository.list(tx, actor, query, query)
  return { manual_maintenance_histories: page, ...pageOf(query, count) }
}

/** Returns one manual history. 404 missing, foreign or not visible; 410 `gone` deleted. */
export async function getHistory({ tx, actor }: InFleet, id: string): Promise<ManualHistory> {
  const head = await historyRepository.head(tx, actor, id)
  if (head?.is_deleted) throw new Problem('gone')
  const history = head && (await historyRepository.find(tx, actor, id))
  if (!history) throw new Problem('not_found')
  return history
}

/** Returns past orders and manual histories of a vehicle, each with its own paging (MHX-045, MHX-051). */
export async function listVehicleHistory(
  { tx, actor }: InFleet,
  query: { vehicleId: number; pageMH: number; pageMMH: number },
) {
  const vehicle_id = query.vehicleId
  await requireVisibleVehicle(tx, actor, vehicle_id)
  const page = (n: number) => ({ page: n, per_page: VEHICLE_PAGE })
  const orderCount = await historyRepository.countOrders(tx, actor, vehicle_id)
  const entryCount = await historyRepository.count(tx, actor, { vehicle_id })
  const orders = await historyRepository.orders(tx, actor, vehicle_id, page(query.pageMH))
  const entries = await historyRepository.list(tx, actor, { vehicle_id }, page(query.pageMMH))
  return {
    maintenance_histories: orders,
    manual_maintenance_histories: entries,
    total_pages: {
      maintenance_histories: Math.ceil(orderCount / VEHICLE_PAGE),
      manual_maintenance_histories: Math.ceil(entryCount / VEHICLE_PAGE),
    },
  }
}

/** Counts matching manual histories on visible vehicles. */
export const countHistory = historyRepository.count

/** Returns manual histories and their cost by month, on visible vehicles. */
export const monthlyHistory = historyRepository.byMonth
