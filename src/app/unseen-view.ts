import i18next from 'i18next'
import { loadNamespaces } from '#src/i18n/i18n.ts'

/** Returns the navigation state with the alert that the user may not see the view that a link opens (decision 102). */
export async function unseenView() {
  await loadNamespaces('saved-views')
  return { alertType: 'notice' as const, alertMessage: i18next.t('saved-views:notice.companyOnly') }
}
