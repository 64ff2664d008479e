import { useParams } from '@tanstack/react-router'
import { EditUser } from '#src/features/access/user-form/EditUser.tsx'
import { useSettingsContext, useUserRights } from '#src/features/access/users/useUserRights.ts'
import { SettingsScreen } from '#src/screens/access/settings/SettingsScreen.tsx'
import { useSession } from '#src/session/SessionProvider.tsx'
import { NoUserAccess } from './NoUserAccess.tsx'
import { useUserDone } from './useUserDone.ts'
import { useVehicleChoices } from './useVehicleChoices.ts'

/** /settings/users/:id: the form of a user over the list. */
export function EditUserScreen() {
  const { userId } = useParams({ strict: false })
  const { fleet } = useSession()
  const context = useSettingsContext()
  const { mayAdd } = useUserRights(context)
  const { close, done } = useUserDone(context)
  const vehicles = useVehicleChoices()
  if (!mayAdd) return <NoUserAccess />
  return (
    <>
      <SettingsScreen />
      <EditUser
        fleetId={fleet.id}
        userId={Number(userId)}
        context={context}
        vehicles={vehicles}
        onSaved={done('updated')}
        onClose={close}
      />
    </>
  )
}
