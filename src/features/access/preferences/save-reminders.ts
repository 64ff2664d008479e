import type { MaintenancePreferences } from '#contract/access/preferences.ts'
import { api } from '#src/api/client.ts'

/**
 * Saves the changed channels of reminders. The others are sent as stored by now, because a link in an email may have
 * turned one off meanwhile. Push notifications are not built, whatever is stored (SET-016).
 */
export async function saveReminders(id: number, changed: Partial<MaintenancePreferences>) {
  const now = await api.preferences.maintenance({ id })
  return api.preferences.saveMaintenance({
    id,
    preferences: { ...now, ...changed, push_notification: false },
  })
}
