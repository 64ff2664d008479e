import { api } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { UserActDialog, type UserDialogProps } from './UserActDialog.tsx'

/** Keeps a user from signing in, or lets them in again, once it is confirmed (USR-015). */
export function ToggleUser({ user, onClose }: UserDialogProps) {
  const t = useTexts('users')
  const { id, name, is_active: isActive } = user
  const words = isActive
    ? {
        title: t('users:deactivate.title', { name }),
        message: t('users:deactivate.message'),
        confirmLabel: t('users:act.deactivate'),
        done: t('users:done.deactivated'),
      }
    : {
        title: t('users:activate.title', { name }),
        message: t('users:activate.message'),
        confirmLabel: t('users:act.activate'),
        done: t('users:done.activated'),
      }
  return (
    <UserActDialog
      {...words}
      user={user}
      call={(context) => api.users.deactivate({ id, is_active: !isActive }, { context })}
      onClose={onClose}
    />
  )
}
