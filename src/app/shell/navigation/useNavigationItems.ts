import type { Mode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { type NavigationItem, navigationItems } from './navigation-items.tsx'

/** The places of a mode that this person's role includes: no entry leads to a refusal. */
export function useNavigationItems(mode: Mode): NavigationItem[] {
  const { can } = useSession()
  return navigationItems[mode].filter(({ needs }) => needs === undefined || can(needs))
}
