import type { ListedUser } from '#contract/access/users.ts'
import { api } from '#src/api/client.ts'
import { useRefreshUsers } from '#src/features/access/users/useRefreshUsers.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/**
 * Returns a function that undoes a deactivation or activation; ended sessions stay ended. `rev`: the current revision.
 */
export function useUndoToggle({ id, is_active }: ListedUser): (rev: number) => Promise<boolean> {
  const t = useTexts('users', 'errors')
  const textOf = useFailureText()
  const toast = useToast()
  const { run } = useWrite({
    call: (ifMatch: number, { key }) =>
      api.users.deactivate({ id, is_active }, { context: { key, ifMatch } }),
    refresh: useRefreshUsers(),
    onSaved: () => toast('success', is_active ? t('users:done.activated') : t('users:done.deactivated')),
    onFailed: (failure) => toast('danger', textOf(failure)),
  })
  return run
}
