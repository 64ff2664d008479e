import { type Ability, can } from '#domain/access/permissions.ts'
import { useSession } from './SessionProvider.tsx'

/** Returns whether the user's roles allow it. The server checks it again. */
export function useSessionCan(ability: Ability): boolean {
  const { user } = useSession()
  return can(user, ability)
}
