import { UserForm } from '#src/features/access/user-form/UserForm.tsx'
import { useSettingsContext, useUserPermissions } from '#src/features/access/users/useUserPermissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SettingsScreen } from '#src/screens/access/settings/SettingsScreen.tsx'
import { NoUserAccess } from './NoUserAccess.tsx'
import { useCloseUserForm } from './useCloseUserForm.ts'
import { useVehicleChoices } from './useVehicleChoices.ts'

/** /settings/users/new: the user form over the list (USR-005). */
export function NewUserScreen() {
  const context = useSettingsContext()
  const t = useTexts('settings')
  const { mayAdd } = useUserPermissions(context)
  const { close, done } = useCloseUserForm(context)
  const vehicles = useVehicleChoices()
  if (!mayAdd) return <NoUserAccess title={t('settings:title')} />
  return (
    <>
      <SettingsScreen />
      <UserForm user={null} context={context} vehicles={vehicles} onSaved={done('created')} onClose={close} />
    </>
  )
}
