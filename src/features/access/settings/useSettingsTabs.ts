import { useQuery } from '@tanstack/react-query'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { useFlag, useHasFeature, useSession } from '#src/session/SessionProvider.tsx'
import { type SettingsTab, settingsTabs } from './settings-tabs.ts'

/** Returns the tabs of the settings that the user may see. */
export function useSettingsTabs(): SettingsTab[] {
  const { can } = useSession()
  const hasSchedules = useFlag('maintenance_schedules')
  const { data: fleet = null } = useQuery(fleetQuery())
  return settingsTabs({
    mayReadUsers: can('users.read'),
    mayReadPolicies: can('policies.read'),
    mayReadPayments: can('payments.read'),
    hasSchedules,
    hasTelematics: useHasFeature('telematicsDatabase'),
    fleet,
  })
}
