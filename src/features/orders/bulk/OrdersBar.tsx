import { can } from '#domain/access/permissions.ts'
import { BULK_ACTION_ABILITY, type OrderBulkAction } from '#domain/vehicles/bulk-action-rules.ts'
import { SelectionBar, type SelectionBarProps } from '#src/features/vehicles/bulk-actions/SelectionBar.tsx'
import type { Selection } from '#src/features/vehicles/bulk-actions/selection.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { OrdersActionDialog } from './OrdersActionDialog.tsx'
import { type OrderLine, useOrderFile } from './useOrderFile.ts'

/** The list whose orders are selected. */
export type ListOfOrders = Pick<
  SelectionBarProps<OrderBulkAction>,
  'total' | 'isMixed' | 'isLoading' | 'filterKey'
>

interface OrdersBarProps extends ListOfOrders {
  selection: Selection
  actions: readonly OrderBulkAction[]
  /** Reads the orders of all pages. */
  readIds: (signal: AbortSignal) => Promise<number[]>
  linesOf: (ids: ReadonlySet<number>) => OrderLine[]
  onClose: () => void
}

/** Counts the selected orders, and offers what can be done to all of them. */
export function OrdersBar({ selection, actions, linesOf, onClose, ...list }: OrdersBarProps) {
  const { user } = useSession()
  const download = useOrderFile()
  return (
    <SelectionBar
      selection={selection}
      actions={actions.filter((action) => can(user, BULK_ACTION_ABILITY[action]))}
      {...list}
      isOnServer
      onDownload={(ids) => download(linesOf(ids))}
      onClose={onClose}
    >
      {(action, orderIds, close) => (
        <OrdersActionDialog
          action={action}
          orderIds={orderIds}
          onClose={close}
          onStarted={() => {
            close()
            onClose()
          }}
        />
      )}
    </SelectionBar>
  )
}
