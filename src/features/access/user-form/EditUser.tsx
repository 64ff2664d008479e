import Lock from '@mui/icons-material/LockOutlined'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '#contract/access/users.ts'
import { canEditUser, type UserContext } from '#domain/access/user-rules.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { updateRecentFind } from '#src/session/recent-finds.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { userQuery } from '../users/users.queries.ts'
import { UserForm } from './UserForm.tsx'
import type { VehicleChoice } from './VehiclesField.tsx'

interface EditUserProps {
  /** The user's own fleet. */
  fleetId: number
  userId: number
  context: UserContext
  vehicles: readonly VehicleChoice[] | undefined
  onSaved: (user: User) => void
  onClose: () => void
}

/** Form of a user with the server's current data. */
export function EditUser({ fleetId, userId, context, onSaved, onClose, ...given }: EditUserProps) {
  const t = useTexts('users', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const { user: actor } = useSession()
  // The form keeps the data it opened with: a later response must not change what is being typed.
  const query = useQuery({
    ...userQuery(fleetId, userId),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const user = query.data
  const isGone = query.isError && toFailure(query.error).status === 404
  const name = isGone ? null : user?.name
  useEffect(() => {
    if (name !== undefined) updateRecentFind(actor, `user:${userId}`, name)
  }, [actor, userId, name])
  if (user && canEditUser(actor, user, context))
    return (
      <UserForm
        key={userId}
        user={user}
        context={context}
        onSaved={(saved) => {
          updateRecentFind(actor, `user:${userId}`, saved.name)
          onSaved(saved)
        }}
        onClose={onClose}
        {...given}
      />
    )
  return (
    <ResponsiveDialog open width="md" title={t('users:form.edit')} onClose={onClose}>
      {user ? (
        <EmptyState icon={<Lock />} title={t('users:form.mayNot')} />
      ) : query.isError || !isOnline ? (
        <ErrorPanel
          message={query.isError && isOnline ? textOf(toFailure(query.error)) : t('users:offline.form')}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonList rows={5} />
      )}
    </ResponsiveDialog>
  )
}
