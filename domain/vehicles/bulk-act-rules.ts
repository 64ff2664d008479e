import type { Ability } from '../access/permissions.ts'

/** What can be done to many vehicles at once (decision 72). */
export const BULK_ACTS = ['department', 'drivers', 'snooze', 'deactivate', 'activate'] as const
export type BulkActName = (typeof BULK_ACTS)[number]

/** The ability that the act needs for a single vehicle too. */
export const BULK_ACT_ABILITY: Record<BulkActName, Ability> = {
  department: 'vehicles.edit',
  drivers: 'drivers.assign',
  snooze: 'reminders.snooze',
  deactivate: 'vehicles.edit',
  activate: 'vehicles.edit',
}
