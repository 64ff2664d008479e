import { can } from '#domain/access/permissions.ts'
import {
  BOOKING_ACTION,
  BULK_ACTION_ABILITY,
  VEHICLE_BULK_ACTIONS,
} from '#domain/vehicles/bulk-action-rules.ts'
import { useHasFeature, useSession } from '#src/session/SessionProvider.tsx'
import { BookDialog } from './BookDialog.tsx'
import { BulkActionDialog } from './BulkActionDialog.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { Selection } from './selection.ts'

const ON_VEHICLES = [BOOKING_ACTION, ...VEHICLE_BULK_ACTIONS] as const

interface BulkActionsBarProps {
  selection: Selection
  /** Vehicles of the list as it is filtered now, on all its pages. */
  readIds: () => Iterable<number>
  /** Their number; undefined: still loading. */
  total: number | undefined
  /** Downloads the selected vehicles; undefined: the list has no file. */
  onDownload?: ((ids: ReadonlySet<number>) => void) | undefined
  onClose: () => void
}

/** Counts the selected vehicles, and offers what can be done to all of them. */
export function BulkActionsBar(props: BulkActionsBarProps) {
  const actions = useActions()
  return (
    <SelectionBar {...props} actions={actions}>
      {(action, vehicleIds, close) => {
        const dialog = {
          vehicleIds,
          onClose: close,
          onStarted: () => {
            close()
            props.onClose()
          },
        }
        return action === BOOKING_ACTION ? (
          <BookDialog {...dialog} />
        ) : (
          <BulkActionDialog action={action} {...dialog} />
        )
      }}
    </SelectionBar>
  )
}

/** The actions that the user may do and the brand offers. */
function useActions() {
  const { user } = useSession()
  const mayDeactivate = useHasFeature('deactivateVehicles')
  return ON_VEHICLES.filter(
    (action) =>
      can(user, BULK_ACTION_ABILITY[action]) &&
      (mayDeactivate || (action !== 'deactivate' && action !== 'activate')),
  )
}
