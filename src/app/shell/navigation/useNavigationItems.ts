import type { Mode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { type NavigationItem, navigationItems } from './navigation-items.tsx'

/** Returns the items of a mode that this user's role may open. */
export function useNavigationItems(mode: Mode): NavigationItem[] {
  const { can } = useSession()
  return navigationItems[mode].filter(({ needs }) => needs === undefined || can(needs))
}
