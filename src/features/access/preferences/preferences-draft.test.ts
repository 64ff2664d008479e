import { expect, test } from 'vitest'
import type { MaintenancePreferences, Preferences } from '#contract/access/preferences.ts'
import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import {
  faultsOf,
  keptOf,
  onTopOf,
  type PreferencesDraft,
  toDraft,
  toPayload,
  withKept,
} from './preferences-draft.ts'

const reminders: MaintenancePreferences = {
  text_notification: false,
  email_notification: true,
  push_notification: false,
}
const saved = (given: Partial<Preferences> = {}): Preferences => ({
  id: 7,
  firstName: 'Ada',
  lastName: 'Quill',
  email: 'ada@example.com',
  cellPhone: '3125550101',
  zip: '60601',
  vehiclesTotal: 3,
  country: 'US',
  parts: { profile: true, ofFleet: true, canSetVehicleCount: true },
  email_notification_preferences: { ...EMAIL_NOTIFICATIONS },
  text_notification_preferences: { ...TEXT_NOTIFICATIONS },
  ...given,
})
const draft = (given: Partial<PreferencesDraft> = {}, of = saved()) => ({
  ...toDraft(of, reminders),
  ...given,
})

test('what was loaded is right as it is, and goes back as it came', () => {
  expect(faultsOf(draft(), saved())).toEqual({})
  const { parts: _, country: _country, ...rest } = saved()
  expect(toPayload(draft(), saved())).toEqual(rest)
})

test.each([
  // USR-059
  ['firstName', ' ', 'required'],
  ['lastName', '', 'required'],
  ['email', '', 'required'],
  ['cellPhone', '', 'required'],
  ['zip', '', 'required'],
  ['vehiclesTotal', '', 'required'],
  // USR-061, USR-062
  ['email', 'abc', 'email'],
  ['cellPhone', '312555010', 'phone'],
  ['cellPhone', '312555010x', 'phone'],
  ['zip', '1234', 'zip'],
  ['zip', 'A1A 1A1', 'zip'],
  ['vehiclesTotal', '1.5', 'count'],
  ['vehiclesTotal', '-1', 'count'],
] as const)('%s of «%s» is refused: %s', (field, value, code) => {
  expect(faultsOf(draft({ [field]: value }), saved())).toEqual({ [field]: [code] })
})

test('a Canadian fleet has a postal code', () => {
  const canadian = saved({ country: 'CA', zip: 'H2X 1Y4' })
  expect(faultsOf(draft({}, canadian), canadian)).toEqual({})
  expect(faultsOf(draft({ zip: '60601' }, canadian), canadian)).toEqual({ zip: ['postal_code'] })
})

test('both passwords empty are accepted, different ones are not, and a new one needs the present one', () => {
  // USR-060
  const pair = { newPassword: 'seven lemons', newPasswordConfirmation: 'seven lemons' }
  expect(faultsOf(draft({ ...pair, newPasswordConfirmation: 'x', currentPassword: 'y' }), saved())).toEqual({
    newPasswordConfirmation: ['password_mismatch'],
  })
  expect(faultsOf(draft(pair), saved())).toEqual({ currentPassword: ['required'] })
  expect(toPayload(draft({ ...pair, currentPassword: 'y' }), saved())).toMatchObject({
    ...pair,
    currentPassword: 'y',
  })
})

test('another address needs the present password; the same in other letters does not', () => {
  expect(faultsOf(draft({ email: 'bea@example.com' }), saved())).toEqual({ currentPassword: ['required'] })
  expect(faultsOf(draft({ email: 'ADA@example.com' }), saved())).toEqual({})
})

test('who lacks a part neither checks nor sends it', () => {
  // USR-065 to USR-067
  const ofCompany = saved({ zip: null, parts: { profile: true, ofFleet: false, canSetVehicleCount: false } })
  expect(faultsOf(draft({}, ofCompany), ofCompany)).toEqual({})
  expect(toPayload(draft({}, ofCompany), ofCompany)).not.toHaveProperty('zip')
  const driver = saved({
    cellPhone: null,
    zip: null,
    parts: { profile: false, ofFleet: false, canSetVehicleCount: false },
  })
  expect(faultsOf(draft({}, driver), driver)).toEqual({})
  expect(Object.keys(toPayload(draft({}, driver), driver))).toEqual([
    'id',
    'email_notification_preferences',
    'text_notification_preferences',
  ])
})

test('of what was typed the changes are kept, never a password, over what is saved by then', () => {
  const typed = draft({ firstName: 'Beatrice', newPassword: 'secret words', currentPassword: 'old words' })
  const kept = JSON.parse(JSON.stringify(keptOf(typed, draft())))
  expect(kept).toEqual({ firstName: 'Beatrice' })
  const newer = draft({ zip: '10001' })
  expect(withKept(kept, newer)).toEqual({ ...newer, firstName: 'Beatrice' })
})

test.each([
  ['nothing', undefined],
  ['what another version wrote', { firstName: 3, reminders: { fax: true }, colour: 'red' }],
  ['a password', { newPassword: 'secret words' }],
])('%s is no draft', (_, kept) => {
  expect(withKept(kept, draft())).toBeUndefined()
})

test('what others changed meanwhile is not put back by a form that was opened before', () => {
  const initial = draft()
  const own = draft({
    firstName: 'Zoë',
    newPassword: 'seven lemons',
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, services_completed: true },
  })
  // An Admin corrected address and phone; the link of a mail ended one kind of reminder.
  const now = saved({
    email: 'ada.quill@example.com',
    cellPhone: '3125550199',
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, approvals_required: false },
  })
  const sent = onTopOf(now, own, initial)
  expect(sent).toMatchObject({
    ...{ firstName: 'Zoë', lastName: 'Quill', newPassword: 'seven lemons' },
    ...{ email: 'ada.quill@example.com', cellPhone: '3125550199' },
    email_notification_preferences: {
      ...EMAIL_NOTIFICATIONS,
      services_completed: true,
      approvals_required: false,
    },
    text_notification_preferences: TEXT_NOTIFICATIONS,
  })
  expect(onTopOf(saved(), initial, initial)).toEqual(initial)
})
