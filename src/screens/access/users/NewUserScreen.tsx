import { UserForm } from '#src/features/access/user-form/UserForm.tsx'
import { useSettingsContext, useUserRights } from '#src/features/access/users/useUserRights.ts'
import { SettingsScreen } from '#src/screens/access/settings/SettingsScreen.tsx'
import { NoUserAccess } from './NoUserAccess.tsx'
import { useUserDone } from './useUserDone.ts'
import { useVehicleChoices } from './useVehicleChoices.ts'

/** /settings/users/new: the form over the list (USR-005). */
export function NewUserScreen() {
  const context = useSettingsContext()
  const { mayAdd } = useUserRights(context)
  const { close, done } = useUserDone(context)
  const vehicles = useVehicleChoices()
  if (!mayAdd) return <NoUserAccess />
  return (
    <>
      <SettingsScreen />
      <UserForm user={null} context={context} vehicles={vehicles} onSaved={done('created')} onClose={close} />
    </>
  )
}
