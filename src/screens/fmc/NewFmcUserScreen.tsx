import { UserForm } from '#src/features/access/user-form/UserForm.tsx'
import { useUserPermissions } from '#src/features/access/users/useUserPermissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { NoUserAccess } from '#src/screens/access/users/NoUserAccess.tsx'
import { useCloseUserForm } from '#src/screens/access/users/useCloseUserForm.ts'
import { FmcUsersScreen } from './FmcUsersScreen.tsx'

/** /fmc_users/new: the user form over the list. */
export function NewFmcUserScreen() {
  const t = useTexts('users')
  const { mayAdd } = useUserPermissions('fmc')
  const { close, done } = useCloseUserForm('fmc')
  if (!mayAdd) return <NoUserAccess title={t('users:fmcTitle')} />
  return (
    <>
      <FmcUsersScreen />
      <UserForm user={null} context="fmc" vehicles={undefined} onSaved={done('created')} onClose={close} />
    </>
  )
}
