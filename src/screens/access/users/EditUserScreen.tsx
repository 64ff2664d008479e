import { useParams } from '@tanstack/react-router'
import { EditUser } from '#src/features/access/user-form/EditUser.tsx'
import { useSettingsContext, useUserPermissions } from '#src/features/access/users/useUserPermissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SettingsScreen } from '#src/screens/access/settings/SettingsScreen.tsx'
import { useSession } from '#src/session/SessionProvider.tsx'
import { NoUserAccess } from './NoUserAccess.tsx'
import { useCloseUserForm } from './useCloseUserForm.ts'
import { useVehicleChoices } from './useVehicleChoices.ts'

/** /settings/users/:id: the user form over the list. */
export function EditUserScreen() {
  const { userId } = useParams({ strict: false })
  const { fleet } = useSession()
  const context = useSettingsContext()
  const t = useTexts('settings')
  const { mayAdd } = useUserPermissions(context)
  const { close, done } = useCloseUserForm(context)
  const vehicles = useVehicleChoices()
  if (!mayAdd) return <NoUserAccess title={t('settings:title')} />
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
