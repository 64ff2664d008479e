import type { MaintenancePreferences, Preferences } from '#contract/access/preferences.ts'
import { PERSON_NAME_MAX, VEHICLES_TOTAL_MAX } from '#domain/core/limits.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { isZipFor } from '#domain/core/zip.ts'

/** What the form holds: text as it was typed. */
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
/** Codes per field, as the server gives them. */
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

/** What is kept of the form through a reload: what was changed, and never a password. */
export function keptOf(draft: PreferencesDraft, initial: PreferencesDraft): Partial<PreferencesDraft> {
  const changed = (Object.keys(initial) as (keyof PreferencesDraft)[]).filter(
    (field) => !SECRET.has(field) && JSON.stringify(draft[field]) !== JSON.stringify(initial[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, draft[field]]))
}

/** What was kept, over what is saved by now; undefined for what another version wrote, or for nothing. */
export function withKept(kept: unknown, initial: PreferencesDraft): PreferencesDraft | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const known = Object.entries(kept).filter(
    ([field, value]) => field in initial && !SECRET.has(field) && isLike(value, initial[field as DraftField]),
  )
  return known.length > 0 ? { ...initial, ...Object.fromEntries(known) } : undefined
}

/**
 * What was changed in the form, on top of what is saved by now: what an Admin corrected meanwhile, or a mail's link switched
 * off, is not put back by a form that was opened before.
 */
export function onTopOf(
  now: Preferences,
  draft: PreferencesDraft,
  initial: PreferencesDraft,
): PreferencesDraft {
  const {
    email_notification_preferences: byEmail,
    text_notification_preferences: byText,
    ...kept
  } = keptOf(draft, initial)
  const { currentPassword, newPassword, newPasswordConfirmation } = draft
  const { email_notification_preferences, text_notification_preferences } = initial
  return {
    ...toDraft(now, draft.reminders),
    ...kept,
    ...{ currentPassword, newPassword, newPasswordConfirmation },
    email_notification_preferences: {
      ...now.email_notification_preferences,
      ...switched(byEmail, email_notification_preferences),
    },
    text_notification_preferences: {
      ...now.text_notification_preferences,
      ...switched(byText, text_notification_preferences),
    },
  }
}

/** Of switches, those that are not as they were. */
const switched = <S extends Record<string, boolean>>(set: S | undefined, before: S): Partial<S> =>
  Object.fromEntries(Object.entries(set ?? {}).filter(([key, isOn]) => isOn !== before[key])) as Partial<S>

const SECRET = new Set<string>(['currentPassword', 'newPassword', 'newPasswordConfirmation'])

/** A text for a text, the same switches for switches. */
const isLike = (value: unknown, known: unknown) =>
  typeof known === 'string'
    ? typeof value === 'string'
    : typeof value === 'object' &&
      value !== null &&
      String(Object.keys(value).sort()) === String(Object.keys(known as object).sort()) &&
      Object.values(value).every((each) => typeof each === 'boolean')

/** Another e-mail address or password is only for who knows the present password. */
export const needsPassword = (draft: PreferencesDraft, saved: Preferences) =>
  saved.parts.profile && (draft.newPassword !== '' || isAnotherAddress(draft.email.trim(), saved.email))

/** What is wrong, by the rules of the contract (USR-059 to USR-062); empty: nothing. */
export function faultsOf(draft: PreferencesDraft, saved: Preferences): FieldCodes {
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

/** What is sent: the parts that the user has, and of the passwords only what was typed. */
export function toPayload(draft: PreferencesDraft, saved: Preferences) {
  const { parts, id } = saved
  return {
    id,
    ...(parts.profile && {
      firstName: draft.firstName.trim(),
      lastName: draft.lastName.trim(),
      email: draft.email.trim(),
      cellPhone: digitsOf(draft.cellPhone),
    }),
    ...(parts.ofFleet && { zip: draft.zip.trim() }),
    ...(parts.canSetVehicleCount && { vehiclesTotal: wholeNumber(draft.vehiclesTotal) ?? Number.NaN }),
    ...(needsPassword(draft, saved) && { currentPassword: draft.currentPassword }),
    ...(draft.newPassword !== '' && {
      newPassword: draft.newPassword,
      newPasswordConfirmation: draft.newPasswordConfirmation,
    }),
    email_notification_preferences: draft.email_notification_preferences,
    text_notification_preferences: draft.text_notification_preferences,
  }
}

/** What is no address yet is no other address. */
const isAnotherAddress = (email: string, saved: string) =>
  PATTERNS.email.test(email) && email.toLowerCase() !== saved.toLowerCase()
/** A number as people write it, '(555) 123-4567', is the same number. Letters make it none. */
const digitsOf = (phone: string) => phone.replace(/[\s().-]/g, '')
const isCount = (text: string) => (wholeNumber(text) ?? Number.NaN) <= VEHICLES_TOTAL_MAX
