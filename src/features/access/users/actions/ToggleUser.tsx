import { useRef } from 'react'
import { api } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { UserActionDialog, type UserDialogProps } from './UserActionDialog.tsx'
import { useUndoToggle } from './useUndoToggle.ts'

/** Deactivates or reactivates a user after confirmation (USR-015). */
export function ToggleUser({ user, onClose }: UserDialogProps) {
  const t = useTexts('users')
  const toggleBack = useUndoToggle(user)
  // Revision of the user after the change.
  const revision = useRef(user.rev)
  const { id, name, is_active: isActive } = user
  const texts = isActive
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
    <UserActionDialog
      {...texts}
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
