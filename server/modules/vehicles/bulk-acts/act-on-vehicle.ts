import type { BulkRefusal } from '#contract/vehicles/bulk-acts.ts'
import { can } from '#domain/access/permissions.ts'
import { BULK_ACT_ABILITY, type BulkActName } from '#domain/vehicles/bulk-act-rules.ts'
import type { Actor } from '#server/actor.ts'
import { sql } from '#server/db/sql.ts'
import type { UseCase } from '#server/use-case.ts'
import { snoozeReminders } from '../../maintenance/schedules/reminders.service.ts'
import { deactivateVehicle, setDepartment, updateVehicle } from '../vehicles/vehicle-entry.service.ts'
import { type ActValue, type Outcome, type VehicleNow, vehiclesNow } from './bulk-acts.repository.ts'

/** Whether the actor may do the act. */
export const mayAct = (actor: Actor, act: BulkActName): boolean => can(actor, BULK_ACT_ABILITY[act])

/** The part of a vehicle that an act changes. */
export function partOf(act: BulkActName, vehicle: VehicleNow): ActValue {
  if (act === 'department') return { department_number: vehicle.department_number }
  if (act === 'drivers') return { driver_ids: vehicle.driver_ids }
  if (act === 'snooze') return { reminder_date: vehicle.reminder_date }
  return { is_active: vehicle.is_active }
}

/** Why the act would not change a vehicle, as far as one can tell before; null: it would. */
export function refusalOf(
  act: BulkActName,
  value: ActValue,
  vehicle: VehicleNow | undefined,
): BulkRefusal | null {
  if (!vehicle) return 'not_found'
  if (act === 'snooze') return vehicle.is_active ? null : 'inactive'
  return isEqual(partOf(act, vehicle), value) ? 'unchanged' : null
}

const isEqual = (a: ActValue, b: ActValue) => JSON.stringify(a) === JSON.stringify(b)

/** Does an act on one vehicle, by the function of the single act. Throws its problems. */
export async function actOnVehicle(
  useCase: UseCase<'brands'>,
  act: BulkActName,
  value: ActValue,
  vehicle: VehicleNow,
): Promise<Outcome> {
  const reason = refusalOf(act, value, vehicle)
  if (reason) return { state: 'refused', reason }
  await applyTo(useCase, act, value, vehicle.id)
  return outcomeOf(useCase, act, vehicle)
}

/** Gives a vehicle back what it had, unless it changed since. */
export async function undoOnVehicle(
  useCase: UseCase<'brands'>,
  act: BulkActName,
  { before, after }: { before: ActValue; after: ActValue },
  vehicle: VehicleNow,
): Promise<Outcome> {
  // Only what the act set: another change of the vehicle does no harm.
  if (!isEqual(partOf(act, vehicle), after)) return { state: 'refused', reason: 'changed_since' }
  if (act === 'snooze')
    // The single act only postpones.
    await useCase.tx.query(sql`
      update vehicle_schedules set reminder_date = ${before.reminder_date ?? null}
      where vehicle_id = ${vehicle.id} and fleet_id = ${useCase.actor.fleet.id}`)
  else await applyTo(useCase, act, before, vehicle.id)
  return outcomeOf(useCase, act, vehicle)
}

async function applyTo(
  useCase: UseCase<'brands'>,
  act: BulkActName,
  value: ActValue,
  id: number,
): Promise<void> {
  const any = { ifMatch: null }
  if (act === 'department')
    await setDepartment(useCase, { id, department_number: value.department_number ?? null }, any)
  else if (act === 'drivers')
    await updateVehicle(useCase, { id, accepts_check_digit: false, driver_ids: value.driver_ids ?? [] }, any)
  else if (act === 'snooze') await snoozeReminders(useCase, { vehicle_id: id, snooze: String(value.weeks) })
  else await deactivateVehicle(useCase, { id, is_active: value.is_active }, any)
}

async function outcomeOf(
  { tx, actor }: UseCase<'brands'>,
  act: BulkActName,
  before: VehicleNow,
): Promise<Outcome> {
  const [after] = await vehiclesNow(tx, actor, [before.id])
  if (!after) throw new Error('A vehicle is missing after an act on it.')
  return { state: 'done', before: partOf(act, before), after: partOf(act, after) }
}
