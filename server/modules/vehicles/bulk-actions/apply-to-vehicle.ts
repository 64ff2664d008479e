import type { Brand } from '#contract/core/brand.ts'
import { hasFeature } from '#contract/core/brand-features.ts'
import type { BulkRejection } from '#contract/vehicles/bulk-actions.ts'
import { can } from '#domain/access/permissions.ts'
import {
  BULK_ACTION_ABILITY,
  type BulkActionName,
  type VehicleBulkAction,
} from '#domain/vehicles/bulk-action-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { UseCase } from '#server/use-case.ts'
import { restoreSnooze, snoozeReminders } from '../../maintenance/schedules/reminders.service.ts'
import {
  deactivateVehicle,
  restoreDrivers,
  setDepartment,
  updateVehicle,
} from '../vehicles/vehicle-entry.service.ts'
import type { ActionValue, Outcome, VehicleNow } from './bulk-action-types.ts'
import { vehiclesNow } from './bulk-actions.repository.ts'

/** Whether the actor may do the action. */
export const mayApply = (actor: Actor, action: BulkActionName): boolean =>
  can(actor, BULK_ACTION_ABILITY[action])

/** Whether the fleet's brand has the feature that the action needs, if any (VEH-110). */
export const isOffered = (brand: Pick<Brand, 'traits'>, action: BulkActionName): boolean =>
  (action !== 'deactivate' && action !== 'activate') || hasFeature(brand, 'deactivateVehicles')

/** The part of a vehicle that an action changes. */
function partOf(action: VehicleBulkAction, vehicle: VehicleNow): ActionValue {
  if (action === 'department') return { department_number: vehicle.department_number }
  if (action === 'drivers') return { driver_ids: vehicle.driver_ids }
  if (action === 'snooze') return { reminder_date: vehicle.reminder_date }
  return { is_active: vehicle.is_active }
}

/** Why the action would not change a vehicle, as far as one can tell before; null: it would. */
export function rejectionOf(
  action: VehicleBulkAction,
  value: ActionValue,
  vehicle: VehicleNow | undefined,
): BulkRejection | null {
  if (!vehicle) return 'not_found'
  if (action === 'snooze') return vehicle.is_active ? null : 'inactive'
  return isEqual(partOf(action, vehicle), value) ? 'unchanged' : null
}

const isEqual = (a: ActionValue, b: ActionValue) => JSON.stringify(a) === JSON.stringify(b)

/** Changes one vehicle, by the same function as its own form. Throws its problems. */
export async function applyToVehicle(
  useCase: UseCase<'brands'>,
  action: VehicleBulkAction,
  value: ActionValue,
  vehicle: VehicleNow,
): Promise<Outcome> {
  const reason = rejectionOf(action, value, vehicle)
  if (reason) return { state: 'refused', reason }
  await applyTo(useCase, action, value, vehicle.id)
  return outcomeOf(useCase, action, vehicle)
}

/** Gives a vehicle back what it had, unless it changed since. */
export async function undoOnVehicle(
  useCase: UseCase<'brands'>,
  action: VehicleBulkAction,
  { before, after }: { before: ActionValue; after: ActionValue },
  vehicle: VehicleNow,
): Promise<Outcome> {
  // Only what the action set: another change of the vehicle does no harm.
  if (!isEqual(partOf(action, vehicle), after)) return { state: 'refused', reason: 'changed_since' }
  if (action === 'snooze')
    // The form can only postpone.
    await restoreSnooze(useCase, vehicle.id, before.reminder_date ?? null)
  else if (action === 'drivers')
    await restoreDrivers(useCase, { id: vehicle.id, driver_ids: before.driver_ids ?? [] })
  else await applyTo(useCase, action, before, vehicle.id)
  return outcomeOf(useCase, action, vehicle)
}

async function applyTo(
  useCase: UseCase<'brands'>,
  action: VehicleBulkAction,
  value: ActionValue,
  id: number,
): Promise<void> {
  const any = { ifMatch: null }
  if (action === 'department')
    await setDepartment(useCase, { id, department_number: value.department_number ?? null }, any)
  else if (action === 'drivers')
    await updateVehicle(useCase, { id, accepts_check_digit: false, driver_ids: value.driver_ids ?? [] }, any)
  else if (action === 'snooze')
    await snoozeReminders(useCase, { vehicle_id: id, snooze: String(value.weeks) })
  else await deactivateVehicle(useCase, { id, is_active: value.is_active }, any)
}

async function outcomeOf(
  { tx, actor }: UseCase<'brands'>,
  action: VehicleBulkAction,
  before: VehicleNow,
): Promise<Outcome> {
  const [after] = await vehiclesNow(tx, actor, [before.id])
  if (!after) throw new Error('A vehicle is missing after an action on it.')
  return { state: 'done', before: partOf(action, before), after: partOf(action, after) }
}
