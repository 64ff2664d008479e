import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns the labels of the user fields. */
export function useUserLabels() {
  const t = useTexts('users')
  const { country } = useFormat()
  const context = { context: country.toLowerCase() }
  return {
    firstName: t('users:field.firstName'),
    lastName: t('users:field.lastName'),
    email: t('users:field.email'),
    cellPhone: t('users:field.cellPhone'),
    language: t('users:field.language'),
    address: t('users:field.address'),
    city: t('users:field.city'),
    state: t('users:field.state', context),
    garaging_zip: t('users:field.garagingZip', context),
    roles: t('users:field.roles'),
    vehicles: t('users:field.vehicles'),
    approval_fleets: t('users:field.fleets'),
    email_notification_preferences: t('users:field.emailNotifications'),
    text_notification_preferences: t('users:field.textNotifications'),
  }
}
