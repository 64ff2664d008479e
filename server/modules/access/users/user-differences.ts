import type { FieldChange } from '#contract/access/audit.ts'
import type { User } from '#contract/access/users.ts'
import { differences, type RecordedFields } from '../audit/differences.ts'

/** Recorded fields of a user, as text that stays readable after rows are deleted. Never a password. */
function recordOf(user: User): RecordedFields {
  const { firstName, lastName, email, cellPhone, language, roles, other_id } = user
  const { address, city, state, garaging_zip, zip } = user
  return {
    firstName,
    lastName,
    email,
    cellPhone,
    language,
    roles,
    other_id,
    address,
    city,
    state,
    garaging_zip,
    zip,
    vehicle_ids: user.vehicles.map(({ name }) => name),
    approvalFleetIds: user.approval_fleets.map(({ name }) => name),
    ...prefixed('email_notification_preferences', user.email_notification_preferences),
    ...prefixed('text_notification_preferences', user.text_notification_preferences),
  }
}

const prefixed = (name: string, switches: Record<string, boolean>) =>
  Object.fromEntries(Object.entries(switches).map(([key, isOn]) => [`${name}.${key}`, isOn]))

/** Returns the fields that differ, in the order of the form; with `before` null, all non-empty fields. */
export function userDifferences(before: User | null, after: User): FieldChange[] {
  return differences(before && recordOf(before), recordOf(after))
}
