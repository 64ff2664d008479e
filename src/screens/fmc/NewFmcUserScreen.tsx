import { UserForm } from '#src/features/access/user-form/UserForm.tsx'
import { useUserPermissions } from '#src/features/access/users/useUserPermissions.ts'
import { useCloseUserForm } from '#src/screens/access/users/useCloseUserForm.ts'
import { FmcUsersScreen } from './FmcUsersScreen.tsx'

/** /fmc_users/new: the user form over the list. */
export function NewFmcUserScreen() {
  const { mayAdd } = useUserPermissions('fmc')
  const { close, done } = useCloseUserForm('fmc')
  return (
    <>
      <FmcUsersScreen />
      {mayAdd && (
        <UserForm user={null} context="fmc" vehicles={undefined} onSaved={done('created')} onClose={close} />
      )}
    </>
  )
}
