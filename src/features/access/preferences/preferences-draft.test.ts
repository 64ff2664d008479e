import { expect, test } from 'vitest'
import type { MaintenancePreferences, Preferences } from '#contract/access/preferences.ts'
import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import {
  changesToStore,
  type PreferencesDraft,
  rebaseDraft,
  restoreDraft,
  toDraft,
  toPayload,
  validatePreferences,
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
  rev: 1,
  ...given,
})
const draft = (given: Partial<PreferencesDraft> = {}, stored = saved()) => ({
  ...toDraft(stored, reminders),
  ...given,
})

test('accepts what was loaded, and sends it back unchanged', () => {
  expect(validatePreferences(draft(), saved())).toEqual({})
  const { parts: _, country: _country, vehiclesTotal: _count, rev: _rev, ...rest } = saved()
  const unchanged = { email_notification_preferences: {}, text_notification_preferences: {} }
  expect(toPayload(draft(), saved())).toEqual({ ...rest, ...unchanged })
})

test('USR-073: sends the vehicle count only if it was changed', () => {
  expect(toPayload(draft(), saved())).not.toHaveProperty('vehiclesTotal')
  expect(toPayload(draft({ vehiclesTotal: '4' }), saved())).toMatchObject({ vehiclesTotal: 4 })
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
  expect(validatePreferences(draft({ [field]: value }), saved())).toEqual({ [field]: [code] })
})

test('requires a postal code in Canada', () => {
  const canadian = saved({ country: 'CA', zip: 'H2X 1Y4' })
  expect(validatePreferences(draft({}, canadian), canadian)).toEqual({})
  expect(validatePreferences(draft({ zip: '60601' }, canadian), canadian)).toEqual({ zip: ['postal_code'] })
})

test('accepts empty passwords, refuses different ones, and requires the current one for a new one', () => {
  // USR-060
  const pair = { newPassword: 'seven lemons', newPasswordConfirmation: 'seven lemons' }
  expect(
    validatePreferences(draft({ ...pair, newPasswordConfirmation: 'x', currentPassword: 'y' }), saved()),
  ).toEqual({
    newPasswordConfirmation: ['password_mismatch'],
  })
  expect(validatePreferences(draft(pair), saved())).toEqual({ currentPassword: ['required'] })
  expect(toPayload(draft({ ...pair, currentPassword: 'y' }), saved())).toMatchObject({
    ...pair,
    currentPassword: 'y',
  })
})

test('requires the current password for another email address, but not for other capitals', () => {
  expect(validatePreferences(draft({ email: 'bea@example.com' }), saved())).toEqual({
    currentPassword: ['required'],
  })
  expect(validatePreferences(draft({ email: 'ADA@example.com' }), saved())).toEqual({})
})

test('neither checks nor sends a part that the user does not have', () => {
  // USR-065 to USR-067
  const ofCompany = saved({ zip: null, parts: { profile: true, ofFleet: false, canSetVehicleCount: false } })
  expect(validatePreferences(draft({}, ofCompany), ofCompany)).toEqual({})
  expect(toPayload(draft({}, ofCompany), ofCompany)).not.toHaveProperty('zip')
  const driver = saved({
    cellPhone: null,
    zip: null,
    parts: { profile: false, ofFleet: false, canSetVehicleCount: false },
  })
  expect(validatePreferences(draft({}, driver), driver)).toEqual({})
  expect(Object.keys(toPayload(draft({}, driver), driver))).toEqual([
    'id',
    'email_notification_preferences',
    'text_notification_preferences',
  ])
})

test('stores only the changes, never a password, and applies them to the current preferences', () => {
  const typed = draft({ firstName: 'Beatrice', newPassword: 'secret words', currentPassword: 'old words' })
  const stored = JSON.parse(JSON.stringify(changesToStore(typed, draft())))
  expect(stored).toEqual({ firstName: 'Beatrice' })
  const newer = draft({ zip: '10001' })
  expect(restoreDraft(stored, newer)).toEqual({ ...newer, firstName: 'Beatrice' })
})

test.each([
  ['nothing', undefined],
  ['what another version wrote', { firstName: 3, reminders: { fax: true }, color: 'red' }],
  ['a password', { newPassword: 'secret words' }],
])('ignores a stored draft that is %s', (_, stored) => {
  expect(restoreDraft(stored, draft())).toBeUndefined()
})

test('USR-075: sends only the notification switches that were changed', () => {
  const chosen = draft({
    cellPhone: '3125550199',
    text_notification_preferences: { ...TEXT_NOTIFICATIONS, approvals_required: true },
  })
  expect(toPayload(chosen, saved())).toMatchObject({
    cellPhone: '3125550199',
    email_notification_preferences: {},
    text_notification_preferences: { approvals_required: true },
  })
  expect(toPayload(chosen, saved()).email_notification_preferences).toEqual({})
  expect(Object.keys(toPayload(chosen, saved()).text_notification_preferences)).toHaveLength(1)
})

test('stores only the switches that were changed, so that a reload does not undo an unsubscription', () => {
  const typed = draft({
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, services_completed: true },
    reminders: { ...reminders, text_notification: true },
  })
  const stored = JSON.parse(JSON.stringify(changesToStore(typed, draft())))
  expect(stored).toEqual({
    email_notification_preferences: { services_completed: true },
    reminders: { text_notification: true },
  })
  const unsubscribed = {
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, approvals_required: false },
    reminders: { ...reminders, email_notification: false },
  }
  const initial = draft(unsubscribed)
  const restored = restoreDraft(stored, initial)
  expect(restored).toEqual({
    ...initial,
    email_notification_preferences: {
      ...unsubscribed.email_notification_preferences,
      services_completed: true,
    },
    reminders: { text_notification: true, email_notification: false, push_notification: false },
  })
  expect(restored && changesToStore(restored, initial)).toEqual(stored)
})

test('ignores complete sets of switches, which an earlier version stored', () => {
  const stored = {
    firstName: 'Beatrice',
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, services_completed: true },
    text_notification_preferences: { ...TEXT_NOTIFICATIONS },
    reminders,
  }
  const initial = draft({ reminders: { ...reminders, email_notification: false } })
  expect(restoreDraft(stored, initial)).toEqual({ ...initial, firstName: 'Beatrice' })
})

test('restores a change of all switches', () => {
  const initial = draft({ reminders })
  const flipped = Object.fromEntries(Object.entries(reminders).map(([key, isOn]) => [key, !isOn]))
  expect(restoreDraft({ reminders: flipped }, initial)).toEqual({ ...initial, reminders: flipped })
})

test('keeps changes that others saved after the form was opened', () => {
  const initial = draft()
  const own = draft({
    firstName: 'Zoë',
    newPassword: 'seven lemons',
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, services_completed: true },
  })
  // An Admin corrected the address and the phone; an unsubscribe link turned off one kind of reminder.
  const now = saved({
    email: 'ada.quill@example.com',
    cellPhone: '3125550199',
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, approvals_required: false },
  })
  const sent = rebaseDraft(now, own, initial)
  expect(sent).toMatchObject({
    firstName: 'Zoë',
    lastName: 'Quill',
    newPassword: 'seven lemons',
    email: 'ada.quill@example.com',
    cellPhone: '3125550199',
    email_notification_preferences: {
      ...EMAIL_NOTIFICATIONS,
      services_completed: true,
      approvals_required: false,
    },
    text_notification_preferences: TEXT_NOTIFICATIONS,
  })
  expect(rebaseDraft(saved(), initial, initial)).toEqual(initial)
})
