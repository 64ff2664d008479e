import { memo } from 'react'
import { useSession } from '#src/session/SessionProvider.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { useCurrentActions, useUnconfirmedAction } from './current-action.ts'

const BulkActionProgress = lazyComponent(() =>
  import('./BulkActionProgress.tsx').then((module) => module.BulkActionProgress),
)

const UnconfirmedAction = lazyComponent(() =>
  import('./BulkActionProgress.tsx').then((module) => module.UnconfirmedAction),
)

interface BulkActionPanelProps {
  /** Called when the action is over. Must be stable across renders. */
  onOver?: (() => void) | undefined
}

/** Shows the bulk actions that this device started last, until the user closes them. */
export const BulkActionPanel = memo(function BulkActionPanel({ onOver }: BulkActionPanelProps) {
  const { fleet } = useSession()
  const ids = useCurrentActions(fleet.id)
  const unconfirmed = useUnconfirmedAction(fleet.id)
  return (
    <>
      {unconfirmed && <UnconfirmedAction id={unconfirmed} fleetId={fleet.id} />}
      {ids.map((id) => (
        <BulkActionProgress key={id} id={id} fleetId={fleet.id} onOver={onOver} />
      ))}
    </>
  )
})
