import * as z from 'zod/mini'
import { NewUser, type User, type UserChange } from '#contract/access/users.ts'
import type { Country } from '#contract/core/fields.ts'
import { ROLES } from '#domain/access/permissions.ts'
import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { isZipFor } from '#domain/core/zip.ts'
import { changedFields } from '#src/lib/changed-fields.ts'
import { codesOf } from '#src/lib/field-codes.ts'

const Named = z.array(z.object({ id: z.number(), name: z.string() }))
const Switches = <Name extends string>(names: Record<Name, boolean>) =>
  z.object(
    Object.fromEntries(Object.keys(names).map((name) => [name, z.boolean()])) as Record<
      Name,
      z.ZodMiniBoolean
    >,
  )

/** Values of the form's fields; '' means not set. */
const Values = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  cellPhone: z.string(),
  language: z.enum(['en', 'fr']),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  garaging_zip: z.string(),
  roles: z.array(z.enum(ROLES)),
  vehicles: Named,
  approval_fleets: Named,
  email_notification_preferences: Switches(EMAIL_NOTIFICATIONS),
  text_notification_preferences: Switches(TEXT_NOTIFICATIONS),
})
export type UserValues = z.infer<typeof Values>

/** Draft of a user over both steps. */
const Draft = z.object({
  step: z.union([z.literal(1), z.literal(2)]),
  values: Values,
  /** When editing: the values that the form opened with, and their revision. */
  base: z.nullable(z.object({ rev: z.number(), values: Values })),
  /**
   * Idempotency key of the save. It changes with each edit, so that a retry after a lost response creates no duplicate.
   */
  key: z.string(),
})
export type UserDraft = z.infer<typeof Draft>

/** Parses a stored draft; returns undefined if an older version wrote it. */
export const parseUser = (value: unknown): UserDraft | undefined => Draft.safeParse(value).data

export function emptyUser(language: UserValues['language']): UserDraft {
  const values: UserValues = {
    firstName: '',
    lastName: '',
    email: '',
    cellPhone: '',
    language,
    address: '',
    city: '',
    state: '',
    garaging_zip: '',
    roles: [],
    vehicles: [],
    approval_fleets: [],
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS },
    text_notification_preferences: { ...TEXT_NOTIFICATIONS },
  }
  return { step: 1, values, base: null, key: crypto.randomUUID() }
}

/** Returns the draft of an existing user. */
export function draftOf(user: User): UserDraft {
  const values = valuesOf(user)
  return { step: 1, values, base: { rev: user.rev, values }, key: crypto.randomUUID() }
}

function valuesOf(user: User): UserValues {
  const { firstName, lastName, email, language, roles, vehicles, approval_fleets } = user
  const { email_notification_preferences, text_notification_preferences } = user
  return {
    firstName,
    lastName,
    email,
    language,
    roles,
    vehicles,
    approval_fleets,
    email_notification_preferences,
    text_notification_preferences,
    cellPhone: user.cellPhone ?? '',
    address: user.address ?? '',
    city: user.city ?? '',
    state: user.state ?? '',
    garaging_zip: user.garaging_zip ?? '',
  }
}

/** Strips punctuation: '(555) 123-4567' is a valid number. Letters stay and make it invalid. */
const digitsOf = (phone: string) => phone.replace(/[\s().-]/g, '')
const ids = (things: readonly { id: number }[]) => things.map(({ id }) => id)

/**
 * Returns the request body of a new user. Only fleets have vehicles, only management companies approval fleets
 * (USR-045).
 */
export function toNewUser({ values }: UserDraft, context: UserContext): NewUser {
  const { vehicles, approval_fleets, cellPhone, ...rest } = values
  const { address, city, state, garaging_zip, ...given } = rest
  return {
    ...given,
    ...filled({ cellPhone: digitsOf(cellPhone), address, city, state, garaging_zip }),
    ...(context === 'fmc' ? { approvalFleetIds: ids(approval_fleets) } : { vehicle_ids: ids(vehicles) }),
  }
}

const filled = <Fields extends Record<string, string>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')) as Partial<Fields>

/**
 * Returns the request body of a change: the fields and switches that differ from the base, except the locked ones, and
 * the vehicles that were added and removed; emptied text is cleared. Null: there are none. Assignments of drivers, the
 * user's language and unsubscribing do not raise the revision, so unchanged fields may be newer on the server.
 */
export function toUserChange(
  id: number,
  draft: UserDraft,
  context: UserContext,
  locked: readonly string[],
): UserChange | null {
  const body = toFields(draft, context)
  const before = draft.base ? toFields({ ...draft, values: draft.base.values }, context) : undefined
  const changed = (
    before ? changedFields(body, before) : (Object.keys(body) as (keyof typeof body)[])
  ).filter((name) => !locked.includes(name))
  const { email_notification_preferences: byEmail, text_notification_preferences: byText, ...rest } = body
  const switches = {
    email_notification_preferences: switched(byEmail, before?.email_notification_preferences),
    text_notification_preferences: switched(byText, before?.text_notification_preferences),
  }
  const all = { ...rest, ...switches }
  const fields = changed.flatMap((name): [string, unknown][] =>
    name === 'vehicle_ids' && before
      ? vehicleChanges(body.vehicle_ids, before.vehicle_ids)
      : [[name, all[name]]],
  )
  return fields.length === 0 ? null : ({ id, ...Object.fromEntries(fields) } as UserChange)
}

function vehicleChanges(ids: readonly number[] = [], before: readonly number[] = []) {
  const [now, earlier] = [new Set(ids), new Set(before)]
  const changes: [string, number[]][] = [
    ['added_vehicle_ids', ids.filter((id) => !earlier.has(id))],
    ['removed_vehicle_ids', before.filter((id) => !now.has(id))],
  ]
  return changes.filter(([, changed]) => changed.length > 0)
}

const toFields = (draft: UserDraft, context: UserContext) => ({
  cellPhone: null,
  address: null,
  city: null,
  state: null,
  garaging_zip: null,
  ...toNewUser(draft, context),
})

type Switched = Record<string, boolean | undefined>

/** Returns the switches that were changed. */
const switched = (set: Switched = {}, before: Switched = {}) =>
  Object.fromEntries(Object.entries(set).filter(([key, isOn]) => isOn !== before[key]))

/** Validates the form with the server's schema; returns error codes by field. */
export function validateUser(draft: UserDraft, context: UserContext, country: Country): FieldCodes {
  const payload = toNewUser(draft, context)
  const parsed = NewUser.safeParse(payload)
  const codes = parsed.success ? {} : codesOf(parsed.error.issues, payload)
  if (!draft.values.email.trim()) codes.email = ['required']
  const zip = draft.values.garaging_zip
  if (zip.trim() && !isZipFor(country, zip)) codes.garaging_zip = [country === 'CA' ? 'postal_code' : 'zip']
  return codes
}

/** Fields of the second step; all others belong to the first. */
const ACCESS = ['roles', 'vehicle_ids', 'approvalFleetIds']
const isOfAccess = (path: string) =>
  ACCESS.includes(path.split('.')[0] ?? '') || path.includes('_preferences')

/** Returns the errors of the step. */
export function errorsOfStep(step: 1 | 2, codes: FieldCodes): FieldCodes {
  return Object.fromEntries(Object.entries(codes).filter(([path]) => isOfAccess(path) === (step === 2)))
}

/** Returns the changed draft with a new idempotency key. */
export const changeDraft = (draft: UserDraft, part: Partial<UserValues>): UserDraft => ({
  ...draft,
  values: { ...draft.values, ...part },
  key: crypto.randomUUID(),
})

/**
 * Merges the draft with the server's current values: takes what only others changed, keeps what the user changed.
 * `conflicts`: fields that both changed to different values.
 */
export function mergeWithServer(
  draft: UserDraft,
  current: User,
): { draft: UserDraft; conflicts: (keyof UserValues)[] } {
  const theirs = valuesOf(current)
  const before = draft.base?.values ?? theirs
  const mine = changedFields(draft.values, before)
  const apart = changedFields(draft.values, theirs)
  const conflicts = changedFields(theirs, before).filter(
    (name) => mine.includes(name) && apart.includes(name),
  )
  const ownValues = Object.fromEntries(mine.map((name) => [name, draft.values[name]]))
  return {
    draft: {
      ...draft,
      values: { ...theirs, ...ownValues },
      base: { rev: current.rev, values: theirs },
      key: crypto.randomUUID(),
    },
    conflicts,
  }
}
