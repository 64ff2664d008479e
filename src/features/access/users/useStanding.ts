import type { ListedUser } from '#contract/access/users.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** What a list says of a user beside the name: out of use, or not in yet. */
export function useStanding(): (user: Pick<ListedUser, 'is_active' | 'invitation'>) => string | undefined {
  const t = useTexts('users')
  return ({ is_active, invitation }) => {
    if (!is_active) return t('users:standing.inactive')
    return invitation ? t(`users:standing.${invitation}`) : undefined
  }
}
