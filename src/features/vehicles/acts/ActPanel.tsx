import { memo } from 'react'
import { useSession } from '#src/session/SessionProvider.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { useCurrentAct } from './current-act.ts'

const ActProgress = lazyComponent(() => import('./ActProgress.tsx').then((module) => module.ActProgress))

/** Shows the act on many vehicles that this device started last, until the user closes it. */
export const ActPanel = memo(function ActPanel() {
  const { fleet } = useSession()
  const id = useCurrentAct(fleet.id)
  return id ? <ActProgress key={id} id={id} fleetId={fleet.id} /> : null
})
