import type { Ability } from '../access/permissions.ts'

/** What can be done to many vehicles at once (decision 72). */
export const BULK_ACTIONS = ['department', 'drivers', 'snooze', 'deactivate', 'activate'] as const
export type BulkActionName = (typeof BULK_ACTIONS)[number]

/** The ability that the action needs for a single vehicle too. */
export const BULK_ACTION_ABILITY: Record<BulkActionName, Ability> = {
  department: 'vehicles.edit',
  drivers: 'drivers.assign',
  snooze: 'reminders.snooze',
  deactivate: 'vehicles.edit',
  activate: 'vehicles.edit',
}
