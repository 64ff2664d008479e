import { type Ability, can } from '#domain/access/permissions.ts'
import { useSession } from './SessionProvider.tsx'

/** Whether the person's roles allow it; the server decides all the same. */
export function useSessionCan(ability: Ability): boolean {
  const { user } = useSession()
  return can(user, ability)
}
