import { expect, test } from 'vitest'
import { openTab, type SettingsFacts, settingsTabs } from './settings-tabs.ts'

const facts = (given: Partial<SettingsFacts> = {}): SettingsFacts => ({
  mayReadUsers: true,
  mayReadPolicies: true,
  mayReadPayments: true,
  hasSchedules: true,
  hasTelematics: true,
  fleet: { fleet_payment_providers: ['Braintree'], pays_through_platform: true },
  ...given,
})
const paying = (fleet_payment_providers: string[], pays_through_platform = true) =>
  settingsTabs(facts({ fleet: { fleet_payment_providers, pays_through_platform } })).includes('payments')

test('SET-001 to SET-004: shows the tabs in order, each only if its condition holds', () => {
  expect(settingsTabs(facts())).toEqual([
    'users',
    'policies',
    'reminders',
    'payments',
    'telematics_database',
    'general',
  ])
  expect(settingsTabs(facts({ hasSchedules: false }))).not.toContain('reminders')
  expect(settingsTabs(facts({ hasTelematics: false }))).not.toContain('telematics_database')
  expect(
    settingsTabs(
      facts({ mayReadUsers: false, mayReadPolicies: false, mayReadPayments: false, hasSchedules: false }),
    ),
  ).toEqual(['telematics_database', 'general'])
})

test('SET-005 to SET-010: the payments tab needs a provider other than the fuel card’s, the platform and the role', () => {
  expect(paying(['Braintree'])).toBe(true)
  expect(paying([])).toBe(false)
  expect(paying(['Braintree'], false)).toBe(false)
  expect(paying(['Fleetcor'])).toBe(false)
  expect(paying(['Fleetcor', 'Braintree'])).toBe(true)
  expect(paying(['WEX'])).toBe(true)
  expect(settingsTabs(facts({ mayReadPayments: false }))).not.toContain('payments')
  expect(settingsTabs(facts({ fleet: null }))).not.toContain('payments')
})

test('prefers the URL, then the navigation state, then the first tab', () => {
  const tabs = settingsTabs(facts())
  // SET-011, SET-012, SET-013
  expect(openTab(tabs, undefined, 2)).toBe('reminders')
  expect(openTab(tabs, undefined, 1)).toBe('policies')
  expect(openTab(tabs, undefined, undefined)).toBe('users')
  expect(openTab(tabs, 'general', 2)).toBe('general')
  expect(openTab(settingsTabs(facts({ hasSchedules: false })), undefined, 2)).toBe('users')
  expect(openTab(tabs, 'nonsense', undefined)).toBe('users')
})
