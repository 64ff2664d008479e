import type { MaintenancePreferences, Preferences } from '#contract/access/preferences.ts'
import { PERSON_NAME_MAX, VEHICLES_TOTAL_MAX } from '#domain/core/limits.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { isZipFor } from '#domain/core/zip.ts'

/** Content of the form: text as typed. */
export interface PreferencesDraft {
  firstName: string
  lastName: string
  email: string
  cellPhone: string
  zip: string
  vehiclesTotal: string
  currentPassword: string
  newPassword: string
  newPasswordConfirmation: string
  email_notification_preferences: Preferences['email_notification_preferences']
  text_notification_preferences: Preferences['text_notification_preferences']
  reminders: MaintenancePreferences
}
export type DraftField = Exclude<
  keyof PreferencesDraft,
  'email_notification_preferences' | 'text_notification_preferences' | 'reminders'
>
/** Error codes per field, as the server returns them. */
export type FieldCodes = Partial<Record<DraftField, string[]>>

export function toDraft(saved: Preferences, reminders: MaintenancePreferences): PreferencesDraft {
  return {
    firstName: saved.firstName,
    lastName: saved.lastName,
    email: saved.email,
    cellPhone: saved.cellPhone ?? '',
    zip: saved.zip ?? '',
    vehiclesTotal: String(saved.vehiclesTotal),
    currentPassword: '',
    newPassword: '',
    newPasswordConfirmation: '',
    email_notification_preferences: saved.email_notification_preferences,
    text_notification_preferences: saved.text_notification_preferences,
    reminders,
  }
}

/** Changes of a form: changed text, and the switches that were changed. */
type PreferencesChanges = {
  [Field in keyof PreferencesDraft]?: PreferencesDraft[Field] extends string
    ? string
    : Partial<PreferencesDraft[Field]>
}

/** Returns what a reload restores: the changed fields and switches, never a password. */
export function changesToStore(draft: PreferencesDraft, initial: PreferencesDraft): PreferencesChanges {
  const changed = (Object.keys(initial) as (keyof PreferencesDraft)[]).filter(
    (field) => !SECRET.has(field) && JSON.stringify(draft[field]) !== JSON.stringify(initial[field]),
  )
  const changeOf = (field: keyof PreferencesDraft) => {
    const [value, before] = [draft[field], initial[field]]
    return typeof value === 'string' || typeof before === 'string' ? value : switched(value, before)
  }
  return Object.fromEntries(changed.map((field) => [field, changeOf(field)]))
}

/**
 * Applies stored changes to the current preferences. Returns undefined if there are none, or if another version wrote
 * them.
 */
export function restoreDraft(stored: unknown, initial: PreferencesDraft): PreferencesDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const known = Object.entries(stored).filter(
    ([field, value]) =>
      field in initial && !SECRET.has(field) && isChangeOf(initial[field as DraftField], value),
  )
  return known.length > 0 ? withChanges(initial, Object.fromEntries(known)) : undefined
}

/**
 * Applies the form's changes to the preferences that are stored now. A form that was opened earlier does not undo what an
 * Admin corrected, or what the link in an email turned off.
 */
export function rebaseDraft(
  now: Preferences,
  draft: PreferencesDraft,
  initial: PreferencesDraft,
): PreferencesDraft {
  const { currentPassword, newPassword, newPasswordConfirmation } = draft
  return {
    ...withChanges(toDraft(now, initial.reminders), changesToStore(draft, initial)),
    currentPassword,
    newPassword,
    newPasswordConfirmation,
  }
}

const withChanges = (draft: PreferencesDraft, changes: PreferencesChanges): PreferencesDraft => ({
  ...draft,
  ...changes,
  email_notification_preferences: {
    ...draft.email_notification_preferences,
    ...changes.email_notification_preferences,
  },
  text_notification_preferences: {
    ...draft.text_notification_preferences,
    ...changes.text_notification_preferences,
  },
  reminders: { ...draft.reminders, ...changes.reminders },
})

/** Returns the switches that were changed. */
const switched = <S extends object>(set: S, before: S): Partial<S> =>
  Object.fromEntries(
    Object.entries(set).filter(([key, isOn]) => isOn !== before[key as keyof S]),
  ) as Partial<S>

const SECRET = new Set<string>(['currentPassword', 'newPassword', 'newPasswordConfirmation'])

/** Returns whether both are text, or the change has only known switches. */
const isChangeOf = (known: PreferencesDraft[keyof PreferencesDraft], change: unknown) =>
  typeof known === 'string'
    ? typeof change === 'string'
    : typeof change === 'object' &&
      change !== null &&
      Object.entries(change).every(([key, isOn]) => key in known && typeof isOn === 'boolean') &&
      !isStoredSet(known, change)

/**
 * Returns whether it has all switches, unchanged ones included, as an earlier version stored them. Only changed ones are
 * stored now.
 */
const isStoredSet = (known: object, change: object) =>
  Object.entries(known).every(([key]) => key in change) &&
  Object.entries(known).some(([key, isOn]) => change[key as keyof typeof change] === isOn)

/** Returns whether the current password is required: for another email address or password. */
export const needsPassword = (draft: PreferencesDraft, saved: Preferences) =>
  saved.parts.profile && (draft.newPassword !== '' || isAnotherAddress(draft.email.trim(), saved.email))

/** Returns the errors by the rules of the contract (USR-059 to USR-062); empty if there are none. */
export function validatePreferences(draft: PreferencesDraft, saved: Preferences): FieldCodes {
  const faults: FieldCodes = {}
  const { parts, country } = saved
  const check = (field: DraftField, code: string, isRight: boolean) => {
    if (draft[field].trim() === '') faults[field] = ['required']
    else if (!isRight) faults[field] = [code]
  }
  if (parts.profile) {
    check('firstName', 'too_long', draft.firstName.trim().length <= PERSON_NAME_MAX)
    check('lastName', 'too_long', draft.lastName.trim().length <= PERSON_NAME_MAX)
    check('email', 'email', PATTERNS.email.test(draft.email.trim()))
    check('cellPhone', 'phone', PATTERNS.phone.test(digitsOf(draft.cellPhone)))
    if (needsPassword(draft, saved)) check('currentPassword', 'required', true)
    if (draft.newPassword !== draft.newPasswordConfirmation)
      faults.newPasswordConfirmation = ['password_mismatch']
  }
  if (parts.ofFleet) {
    check('zip', country === 'CA' ? 'postal_code' : 'zip', isZipFor(country, draft.zip))
    if (parts.canSetVehicleCount) check('vehiclesTotal', 'count', isCount(draft.vehiclesTotal))
  }
  return faults
}

/**
 * Returns the request body: the parts that the user has, passwords only if typed, and the vehicle count and the switches
 * only if changed (USR-073, USR-075).
 */
export function toPayload(draft: PreferencesDraft, saved: Preferences) {
  const { parts, id } = saved
  const vehiclesTotal = wholeNumber(draft.vehiclesTotal) ?? Number.NaN
  return {
    id,
    ...(parts.profile && {
      firstName: draft.firstName.trim(),
      lastName: draft.lastName.trim(),
      email: draft.email.trim(),
      cellPhone: digitsOf(draft.cellPhone),
    }),
    ...(parts.ofFleet && { zip: draft.zip.trim() }),
    // A count that is sent is stored as stated by the fleet, and no longer follows its vehicles.
    ...(parts.canSetVehicleCount && vehiclesTotal !== saved.vehiclesTotal && { vehiclesTotal }),
    ...(needsPassword(draft, saved) && { currentPassword: draft.currentPassword }),
    ...(draft.newPassword !== '' && {
      newPassword: draft.newPassword,
      newPasswordConfirmation: draft.newPasswordConfirmation,
    }),
    // A switch that is sent is stored as chosen by the user (decision 49).
    email_notification_preferences: switched(
      draft.email_notification_preferences,
      saved.email_notification_preferences,
    ),
    text_notification_preferences: switched(
      draft.text_notification_preferences,
      saved.text_notification_preferences,
    ),
  }
}

/** An incomplete address does not count as another one. */
const isAnotherAddress = (email: string, saved: string) =>
  PATTERNS.email.test(email) && email.toLowerCase() !== saved.toLowerCase()
/** Strips punctuation: '(555) 123-4567' is a valid number. Letters stay and make it invalid. */
const digitsOf = (phone: string) => phone.replace(/[\s().-]/g, '')
const isCount = (text: string) => (wholeNumber(text) ?? Number.NaN) <= VEHICLES_TOTAL_MAX
