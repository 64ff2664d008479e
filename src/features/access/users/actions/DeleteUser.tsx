import { api } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { updateRecentFind } from '#src/session/recent-finds.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { UserActionDialog, type UserDialogProps } from './UserActionDialog.tsx'

/** Deletes a user after confirmation (USR-012, USR-013). Their name stays on their past work. */
export function DeleteUser({ user, onClose }: UserDialogProps) {
  const t = useTexts('users')
  const { user: actor } = useSession()
  return (
    <UserActionDialog
      user={user}
      isDestructive
      title={t('users:delete.title', { name: user.name })}
      message={
        <>
          {t('users:delete.message')}{' '}
          {user.vehicles.length > 0 && t('users:delete.vehicles', { count: user.vehicles.length })}
        </>
      }
      confirmLabel={t('users:act.delete')}
      call={async (context) => {
        await api.users.destroy({ id: user.id }, { context })
        updateRecentFind(actor, `user:${user.id}`, null)
      }}
      done={t('users:done.deleted')}
      onClose={onClose}
    />
  )
}
