import type { ListedUser } from '#contract/access/users.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useRefreshUsers } from '#src/features/access/users/useRefreshUsers.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/**
 * Returns a function that undoes a deactivation or activation; ended sessions stay ended. `rev`: the current revision.
 */
export function useUndoToggle({ id, is_active }: ListedUser): (rev: number) => Promise<void> {
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
