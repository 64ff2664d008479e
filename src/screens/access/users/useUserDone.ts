import { useNavigate } from '@tanstack/react-router'
import type { UserContext } from '#domain/access/user-rules.ts'
import { useRefreshUsers } from '#src/features/access/users/useRefreshUsers.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** From a form of a user back to the list as it was; `done` says there what was done (USR-050). */
export function useUserDone(context: UserContext) {
  const t = useTexts('users')
  const navigate = useNavigate()
  const toast = useToast()
  const refresh = useRefreshUsers()
  const close = () =>
    void navigate({ to: context === 'fmc' ? '/fmc_users' : '/settings', search: (before) => before })
  const done = (what: 'created' | 'updated') => () => {
    void refresh()
    toast('success', t(`users:done.${what}`))
    close()
  }
  return { close, done }
}
