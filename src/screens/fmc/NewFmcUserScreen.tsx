import { UserForm } from '#src/features/access/user-form/UserForm.tsx'
import { useUserRights } from '#src/features/access/users/useUserRights.ts'
import { useUserDone } from '../access/users/useUserDone.ts'
import { FmcUsersScreen } from './FmcUsersScreen.tsx'

/** /fmc_users/new: the form over the list. */
export function NewFmcUserScreen() {
  const { mayAdd } = useUserRights('fmc')
  const { close, done } = useUserDone('fmc')
  return (
    <>
      <FmcUsersScreen />
      {mayAdd && (
        <UserForm user={null} context="fmc" vehicles={undefined} onSaved={done('created')} onClose={close} />
      )}
    </>
  )
}
