import type { ListedUser } from '#contract/access/users.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { useRefreshUsers } from '../users/useRefreshUsers.ts'

/** Makes a user again what they were before they were deactivated or activated; sessions that were ended stay so. `rev`: as they are now. */
export function useToggleBack({ id, is_active }: ListedUser): (rev: number) => Promise<void> {
  const t = useTexts('users', 'errors')
  const textOf = useFailureText()
  const toast = useToast()
  const refresh = useRefreshUsers()
  return async (rev) => {
    try {
      await api.users.deactivate({ id, is_active }, { context: { key: crypto.randomUUID(), ifMatch: rev } })
      toast('success', is_active ? t('users:done.activated') : t('users:done.deactivated'))
    } catch (error) {
      toast('danger', textOf(toFailure(error)))
    }
    await refresh()
  }
}
