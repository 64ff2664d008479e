import { hasFeature } from '#contract/core/brand-features.ts'
import { can } from '#domain/access/permissions.ts'
import {
  BULK_ACTION_ABILITY,
  VEHICLE_BULK_ACTIONS,
  type VehicleBulkAction,
} from '#domain/vehicles/bulk-action-rules.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useSession } from '#src/session/SessionProvider.tsx'
import { BulkActionDialog } from './BulkActionDialog.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { Selection } from './selection.ts'

interface BulkActionsBarProps {
  selection: Selection
  /** Vehicles of the list as it is filtered now, on all its pages. */
  listed: () => Iterable<number>
  /** Downloads the selected vehicles; undefined: the list has no file. */
  onDownload?: ((ids: ReadonlySet<number>) => void) | undefined
  onClose: () => void
}

/** Counts the selected vehicles, and offers what can be done to all of them. */
export function BulkActionsBar(props: BulkActionsBarProps) {
  const actions = useActions()
  return (
    <SelectionBar {...props} actions={actions}>
      {(action, vehicleIds, close) => (
        <BulkActionDialog
          action={action}
          vehicleIds={vehicleIds}
          onClose={close}
          onStarted={() => {
            close()
            props.onClose()
          }}
        />
      )}
    </SelectionBar>
  )
}

/** The actions that the user may do and the brand offers. */
function useActions(): VehicleBulkAction[] {
  const { user } = useSession()
  const mayDeactivate = hasFeature(useBrand(), 'deactivateVehicles')
  return VEHICLE_BULK_ACTIONS.filter(
    (action) =>
      can(user, BULK_ACTION_ABILITY[action]) &&
      (mayDeactivate || (action !== 'deactivate' && action !== 'activate')),
  )
}
