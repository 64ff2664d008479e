import type { UserContext } from '#domain/access/user-rules.ts'
import { useRefreshUsers } from '#src/features/access/users/useRefreshUsers.ts'
import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** Returns handlers that close the user form and return to the list; `done` also reports the save (USR-050). */
export function useCloseUserForm(context: UserContext) {
  const t = useTexts('users')
  const navigate = useNavigateAfter()
  const toast = useToast()
  const refresh = useRefreshUsers()
  const close = () =>
    navigate({ to: context === 'fmc' ? '/fmc_users' : '/settings', search: (before) => before })
  const done = (what: 'created' | 'updated') => () => {
    void refresh()
    toast('success', t(`users:done.${what}`))
    close()
  }
  return { close, done }
}
