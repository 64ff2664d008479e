import { api } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { UserActDialog, type UserDialogProps } from './UserActDialog.tsx'

/** Mails a user the link for the first password once more. */
export function InviteUser({ user, onClose }: UserDialogProps) {
  const t = useTexts('users')
  return (
    <UserActDialog
      user={user}
      title={t('users:invite.title', { name: user.name })}
      message={t('users:invite.message', { email: user.email })}
      confirmLabel={t('users:act.invite')}
      call={() => api.users.invite({ id: user.id })}
      done={t('users:done.invited', { email: user.email })}
      onClose={onClose}
    />
  )
}
