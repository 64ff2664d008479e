import { can } from '#domain/access/permissions.ts'
import { BULK_ACTION_ABILITY, type OrderBulkAction } from '#domain/vehicles/bulk-action-rules.ts'
import { SelectionBar } from '#src/features/vehicles/bulk-actions/SelectionBar.tsx'
import type { Selection } from '#src/features/vehicles/bulk-actions/selection.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { OrdersActionDialog } from './OrdersActionDialog.tsx'
import { type OrderLine, useOrderFile } from './useOrderFile.ts'

interface OrdersBarProps {
  selection: Selection
  actions: readonly OrderBulkAction[]
  /** Reads the orders of all pages. */
  readIds: () => Promise<number[]>
  /** Their number; undefined: unknown. */
  total: number | undefined
  linesOf: (ids: ReadonlySet<number>) => OrderLine[]
  onClose: () => void
}

/** Counts the selected orders, and offers what can be done to all of them. */
export function OrdersBar({ selection, actions, readIds, total, linesOf, onClose }: OrdersBarProps) {
  const { user } = useSession()
  const download = useOrderFile()
  return (
    <SelectionBar
      selection={selection}
      actions={actions.filter((action) => can(user, BULK_ACTION_ABILITY[action]))}
      readIds={readIds}
      total={total}
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
