import { ORDER_BULK_ACTIONS } from '#domain/vehicles/bulk-action-rules.ts'
import type { ActiveRow } from '../orders/order-rows.ts'
import { useRowTime } from '../orders/useAppointmentText.ts'
import type { OrderLine } from './useOrderFile.ts'
import { useOrderSelecting } from './useOrderSelecting.ts'

/** Returns the selection in a list of open orders, and what `SelectedOrders` needs for it. */
export function useActiveSelecting(rows: readonly ActiveRow[] | undefined) {
  const selecting = useOrderSelecting(rows, targetOf)
  const when = useRowTime()
  const lineOf = (row: ActiveRow): OrderLine => ({ ...row, when: when(row) })
  return { selecting, lineOf, actions: ORDER_BULK_ACTIONS }
}

const targetOf = ({ id, vehicle: name }: ActiveRow) => ({ id, name })
