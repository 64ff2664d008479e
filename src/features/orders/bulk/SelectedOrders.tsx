import type { GridValidRowModel } from '@mui/x-data-grid'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OrderBulkAction } from '#domain/vehicles/bulk-action-rules.ts'
import { queries } from '#src/api/client.ts'
import { BulkActionPanel } from '#src/features/vehicles/bulk-actions/BulkActionPanel.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import type { ListOfOrders } from './OrdersBar.tsx'
import type { OrderLine } from './useOrderFile.ts'
import type { OrderSelecting } from './useOrderSelecting.ts'

// Loaded on demand, because few visits select orders.
const OrdersBar = lazyComponent(() => import('./OrdersBar.tsx').then((module) => module.OrdersBar))

interface SelectedOrdersProps<Row extends GridValidRowModel> extends ListOfOrders {
  selecting: OrderSelecting<Row>
  /** Actions for the orders of this list. */
  actions: readonly OrderBulkAction[]
  /** The line of an order in the file. */
  lineOf: (row: Row) => OrderLine
}

/** Actions for the selected orders, and the result of the last one. */
export function SelectedOrders<Row extends GridValidRowModel>(props: SelectedOrdersProps<Row>) {
  const { selecting, lineOf, ...list } = props
  const { selection, seen, readAll, stop } = selecting
  const client = useQueryClient()
  const reload = useCallback(
    () => void client.invalidateQueries({ queryKey: queries.orders.key() }),
    [client],
  )
  const linesOf = (ids: ReadonlySet<number>) => [...ids].flatMap((id) => lineIf(seen.get(id), lineOf))
  return (
    <>
      <BulkActionPanel onOver={reload} />
      {selection && (
        <OrdersBar {...list} selection={selection} linesOf={linesOf} readIds={readAll} onClose={stop} />
      )}
    </>
  )
}

const lineIf = <Row,>(row: Row | undefined, lineOf: (row: Row) => OrderLine) => (row ? [lineOf(row)] : [])
