import type { ListedUser } from '#contract/access/users.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns the status shown next to a user's name: inactive, or invited. */
export function useUserStatus(): (user: Pick<ListedUser, 'is_active' | 'invitation'>) => string | undefined {
  const t = useTexts('users')
  return ({ is_active, invitation }) => {
    if (!is_active) return t('users:standing.inactive')
    return invitation ? t(`users:standing.${invitation}`) : undefined
  }
}
