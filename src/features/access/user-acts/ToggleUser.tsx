import { useRef } from 'react'
import { api } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { UserActDialog, type UserDialogProps } from './UserActDialog.tsx'
import { useToggleBack } from './useToggleBack.ts'

/** Keeps a user from signing in, or lets them in again, once it is confirmed (USR-015). */
export function ToggleUser({ user, onClose }: UserDialogProps) {
  const t = useTexts('users')
  const toggleBack = useToggleBack(user)
  // Of the user as the act left them.
  const revision = useRef(user.rev)
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
      call={async (context) => {
        const { rev } = await api.users.deactivate({ id, is_active: !isActive }, { context })
        revision.current = rev
      }}
      onUndo={() => void toggleBack(revision.current)}
      onClose={onClose}
    />
  )
}
