import { useParams } from '@tanstack/react-router'
import { EditUser } from '#src/features/access/user-form/EditUser.tsx'
import { useUserRights } from '#src/features/access/users/useUserRights.ts'
import { useUserDone } from '../access/users/useUserDone.ts'
import { FmcUsersScreen } from './FmcUsersScreen.tsx'

/** /fmc_users/:fleetId/:userId: the form of an FMC user over the list; the fleet is the user's own (USR-047). */
export function EditFmcUserScreen() {
  const { fleetId, userId } = useParams({ strict: false })
  const { mayAdd } = useUserRights('fmc')
  const { close, done } = useUserDone('fmc')
  return (
    <>
      <FmcUsersScreen />
      {mayAdd && (
        <EditUser
          fleetId={Number(fleetId)}
          userId={Number(userId)}
          context="fmc"
          vehicles={undefined}
          onSaved={done('updated')}
          onClose={close}
        />
      )}
    </>
  )
}
