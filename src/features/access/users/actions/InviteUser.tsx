import { api } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { UserActionDialog, type UserDialogProps } from './UserActionDialog.tsx'

/** Resends the invitation link for the first password. */
export function InviteUser({ user, onClose }: UserDialogProps) {
  const t = useTexts('users')
  return (
    <UserActionDialog
      user={user}
      title={t('users:invite.title', { name: user.name })}
      message={t('users:invite.message', { email: user.email })}
      confirmLabel={t('users:act.invite')}
      call={(context) => api.users.invite({ id: user.id }, { context })}
      done={t('users:done.invited', { email: user.email })}
      onClose={onClose}
    />
  )
}
