import { paysThroughApp } from '#domain/money/pays-through-app.ts'

/** Tabs of the settings, in display order (SET-001). */
const SETTINGS_TABS = [
  'users',
  'policies',
  'reminders',
  'payments',
  'telematics_database',
  'general',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Facts that decide which tabs are shown. */
export interface SettingsFacts {
  mayReadUsers: boolean
  mayReadPolicies: boolean
  mayReadPayments: boolean
  /** Feature flag of the maintenance schedules. */
  hasSchedules: boolean
  /** Trait of the brand (TEL-019). */
  hasTelematics: boolean
  /** The user's fleet; null until it is loaded. */
  fleet: { fleet_payment_providers: readonly string[]; pays_through_platform: boolean } | null
}

/** Returns the tabs that the user sees; everyone has `general`. */
export function settingsTabs(facts: SettingsFacts): SettingsTab[] {
  const shows: Record<SettingsTab, boolean> = {
    users: facts.mayReadUsers,
    policies: facts.mayReadPolicies,
    // SET-004
    reminders: facts.hasSchedules,
    payments: facts.mayReadPayments && facts.fleet !== null && paysThroughApp(facts.fleet),
    // TEL-019, TEL-020
    telematics_database: facts.hasTelematics,
    general: true,
  }
  return SETTINGS_TABS.filter((tab) => shows[tab])
}

/** Tabs by the number of the navigation state that opens them (SET-011, SET-012). */
const OF_STATE: Partial<Record<number, SettingsTab>> = { 1: 'policies', 2: 'reminders' }

/** Returns the tab to open: from the URL, else from the navigation state, else the first (SET-013). */
export function openTab(
  tabs: readonly SettingsTab[],
  named: string | undefined,
  state: number | undefined,
): SettingsTab {
  const wanted = named ?? (state === undefined ? undefined : OF_STATE[state])
  return tabs.find((tab) => tab === wanted) ?? tabs[0] ?? 'general'
}
