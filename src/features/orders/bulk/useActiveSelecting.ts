import { ORDER_BULK_ACTIONS } from '#domain/vehicles/bulk-action-rules.ts'
import { api } from '#src/api/client.ts'
import { type ActiveRow, rowOf } from '../orders/order-rows.ts'
import { type ActiveView, activeOrdersInput, filterKey, largestPage } from '../orders/orders.queries.ts'
import type { ActiveOrders } from '../orders/useActiveOrders.ts'
import { useRowTime } from '../orders/useAppointmentText.ts'
import type { OrderLine } from './useOrderFile.ts'
import { useOrderSelecting } from './useOrderSelecting.ts'

/** Returns the selection in a list of open orders, and what `SelectedOrders` needs for it. */
export function useActiveSelecting({ rows, total, isLoading }: ActiveOrders, view: ActiveView) {
  const selecting = useOrderSelecting(rows, targetOf, async (page, signal) => {
    const input = activeOrdersInput(largestPage(view, page))
    const { orders, total_count } = await api.orders.index(input, { signal })
    return { rows: orders.map(rowOf), total_count }
  })
  const when = useRowTime()
  const lineOf = (row: ActiveRow): OrderLine => ({ ...row, when: when(row) })
  return {
    selecting,
    lineOf,
    actions: ORDER_BULK_ACTIONS,
    total: rows && total,
    isLoading,
    filterKey: filterKey(view),
  }
}

const targetOf = ({ id, vehicle: name }: ActiveRow) => ({ id, name })
