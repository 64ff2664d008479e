import { useParams } from '@tanstack/react-router'
import { EditUser } from '#src/features/access/user-form/EditUser.tsx'
import { useUserPermissions } from '#src/features/access/users/useUserPermissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { NoUserAccess } from '#src/screens/access/users/NoUserAccess.tsx'
import { useCloseUserForm } from '#src/screens/access/users/useCloseUserForm.ts'
import { FmcUsersScreen } from './FmcUsersScreen.tsx'

/** /fmc_users/:fleetId/:userId: the form of an FMC user over the list; the fleet is the user's (USR-047). */
export function EditFmcUserScreen() {
  const { fleetId, userId } = useParams({ strict: false })
  const t = useTexts('users')
  const { mayAdd } = useUserPermissions('fmc')
  const { close, done } = useCloseUserForm('fmc')
  if (!mayAdd) return <NoUserAccess title={t('users:fmcTitle')} />
  return (
    <>
      <FmcUsersScreen />
      <EditUser
        fleetId={Number(fleetId)}
        userId={Number(userId)}
        context="fmc"
        vehicles={undefined}
        onSaved={done('updated')}
        onClose={close}
      />
    </>
  )
}
