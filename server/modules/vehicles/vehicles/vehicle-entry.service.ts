import { v7 as uuidv7 } from 'uuid'
import type { NewVehicle, VehicleChange, VehicleFields } from '#contract/vehicles/vehicle-entry.ts'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { can, isFmcRole, ROLES } from '#domain/access/permissions.ts'
import { HIDDEN_ROLE } from '#domain/access/user-rules.ts'
import { dayIn } from '#domain/core/days.ts'
import { checkVehicle } from '#domain/vehicles/vehicle-rules.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'
import { storeDeletedVehicle } from '../deleted-vehicles/deleted-vehicles.service.ts'
import { recordReading } from '../odometer/odometer.service.ts'
import type { RequireKnownModel } from '../specs/require-known-model.ts'
import { rejectDuplicateVin } from './reject-duplicate-vin.ts'
import { vehicleEntryRepository as entries } from './vehicle-entry.repository.ts'
import { getVehicleDetail, refreshVehicle } from './vehicles.service.ts'

const PEOPLE_SHOWN = 50

/** FMC users approve through approval fleets only, and Super Admins are hidden (USR-040). */
const NEVER_APPROVERS = ROLES.filter((role) => isFmcRole(role) || role === HIDDEN_ROLE)

/** Lists users to whom a vehicle may be assigned, or whom a policy can name. */
export async function listDrivers(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  { search = '', approvers = false }: { search?: string | undefined; approvers?: boolean | undefined },
) {
  const without = approvers ? NEVER_APPROVERS : []
  const words = searchedWords(search)
  return { drivers: await entries.people(tx, actor.fleet.id, { words, without }, PEOPLE_SHOWN) }
}

/** Adds a vehicle: 201. 422 `validation`, with `duplicate_vin` on the VIN if the fleet has it already. */
export async function createVehicle(
  {
    tx,
    actor,
    clock,
    ports,
    requireKnownModel,
  }: UseCase<'brands'> & { requireKnownModel: RequireKnownModel },
  input: NewVehicle,
) {
  await requireValid({ tx, actor, ports }, input, {
    isNew: true,
    acceptsCheckDigit: input.accepts_check_digit,
  })
  await requireDrivers(tx, actor, null, input.driver_ids)
  requireKnownModel(input)
  const id = await rejectDuplicateVin(tx, () => entries.insert(tx, actor, input))
  if (input.odometer !== undefined)
    await recordOdometer({ tx, actor, clock }, id, input.odometer, `vehicle:${id}`)
  return { body: await complete({ tx, actor, clock }, id, input), status: 201 } as const
}

/** Locks users before the vehicles that they will drive. */
export const lockDrivers = entries.lockDrivers

/**
 * Changes a vehicle; omitted fields keep their value. 403 if a user who may only assign drivers changes anything
 * else. A change of the model needs `requireKnownModel`.
 */
export async function updateVehicle(
  {
    tx,
    actor,
    clock,
    ports,
    requireKnownModel,
  }: UseCase<'brands'> & { requireKnownModel?: RequireKnownModel },
  input: VehicleChange,
  precondition: Precondition,
) {
  const { id, driver_ids, accepts_check_digit, fleetcor_enrolled, odometer, ...given } = input
  const isEdit = Object.keys(given).length > 0
  const hasOther = fleetcor_enrolled !== undefined || odometer !== undefined
  if ((isEdit || hasOther) && !can(actor, 'vehicles.edit')) throw new Problem('not_allowed')
  if (!isEdit && !hasOther && !driver_ids)
    throw new Problem('validation', { fields: { driver_ids: ['required'] } })
  if (driver_ids) await entries.lockDrivers(tx, driver_ids)
  await lockUnchanged(tx, actor, id, precondition)
  await requireDrivers(tx, actor, id, driver_ids)
  if (isEdit) {
    const before = await getVehicleDetail(tx, actor, id)
    const vehicle = { ...fieldsOf(before), ...given }
    // An unchanged VIN was accepted when it was entered.
    const acceptsCheckDigit = accepts_check_digit || vehicle.vin === before.vin
    await requireValid({ tx, actor, ports }, vehicle, { isNew: false, acceptsCheckDigit })
    requireKnownModel?.(vehicle, before)
    await rejectDuplicateVin(tx, () => entries.update(tx, actor.fleet.id, id, vehicle))
  }
  if (fleetcor_enrolled !== undefined) await entries.setEnrolled(tx, actor.fleet.id, id, fleetcor_enrolled)
  // A client that sends the whole record back adds no reading.
  if (odometer !== undefined && odometer !== (await getVehicleDetail(tx, actor, id)).odometer)
    await recordOdometer({ tx, actor, clock }, id, odometer, `vehicle:${id}:${uuidv7()}`)
  return { body: await complete({ tx, actor, clock }, id, { address: given.address, driver_ids }) }
}

/**
 * Gives a vehicle back its earlier drivers, without those who left the fleet. Deactivated users are accepted: they may
 * keep their vehicles.
 */
export async function restoreDrivers(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  input: { id: number; driver_ids: readonly number[] },
): Promise<void> {
  await entries.lockDrivers(tx, input.driver_ids)
  await lockUnchanged(tx, actor, input.id, { ifMatch: null })
  const driver_ids = await entries.usersOfFleet(tx, actor.fleet.id, input.driver_ids)
  await complete({ tx, actor, clock }, input.id, { driver_ids })
}

/** Deactivates or reactivates a vehicle (VEH-057). Its history stays (VEH-058) and an open order continues. */
export async function deactivateVehicle(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  input: { id: number; is_active?: boolean | undefined },
  precondition: Precondition,
) {
  const head = await lockUnchanged(tx, actor, input.id, precondition)
  await entries.setActive(tx, actor.fleet.id, input.id, input.is_active ?? !head.is_active)
  return { body: await complete({ tx, actor, clock }, input.id, {}) }
}

/**
 * Sets only the department: the rules of the other fields, which stay as they are, are not checked. Nothing that is
 * calculated depends on it.
 */
export async function setDepartment(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  input: { id: number; department_number: string | null },
  precondition: Precondition,
): Promise<void> {
  await lockUnchanged(tx, actor, input.id, precondition)
  await entries.setDepartment(tx, actor.fleet.id, input.id, input.department_number)
  await entries.revise(tx, actor.fleet.id, input.id)
}

/**
 * Deletes a vehicle and its history (VEH-056). It can be restored for 30 days. 409 `vehicle_in_order` if it has an
 * open order (decision 21).
 */
export async function deleteVehicle(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  id: number,
  precondition: Precondition,
) {
  await lockUnchanged(tx, actor, id, precondition)
  if (await entries.hasOpenOrder(tx, id)) throw new Problem('vehicle_in_order')
  await storeDeletedVehicle({ tx, actor, clock }, id)
  return { body: { success: true, id } as const }
}

/** Adds a reading of today to the log of a locked vehicle. `sourceId`: unique for each reading. */
async function recordOdometer(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  vehicleId: number,
  value: number,
  sourceId: string,
): Promise<void> {
  await recordReading(tx, {
    fleetId: actor.fleet.id,
    vehicleId,
    value,
    unit: actor.fleet.unit,
    read_on: dayIn(actor.fleet.timeZone, clock()),
    source: 'driver',
    sourceId,
    userId: actor.userId,
  })
}

/** Throws a validation error unless the vehicle fits the rules of its fleet. */
async function requireValid(
  { tx, actor, ports }: Pick<UseCase<'brands'>, 'tx' | 'actor' | 'ports'>,
  vehicle: VehicleFields,
  given: { isNew: boolean; acceptsCheckDigit: boolean },
): Promise<void> {
  const fuelCardBrands = ports.brands.filter(({ traits }) => traits.isFuelCard).map(({ key }) => key)
  const fields = checkVehicle(vehicle, {
    ...given,
    country: actor.fleet.country,
    isFuelCard: await entries.isOfBrands(tx, actor.fleet.id, fuelCardBrands),
  })
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
}

/** Throws a validation error unless all drivers are active users of the fleet, or drivers of the vehicle already. */
export async function requireDrivers(
  tx: Transaction,
  actor: Actor,
  vehicleId: number | null,
  ids: readonly number[] = [],
): Promise<void> {
  const people = [...new Set(ids)]
  if ((await entries.countPeople(tx, actor.fleet.id, vehicleId, people)) < people.length)
    throw new Problem('validation', { fields: { driver_ids: ['id'] } })
}

/** Locks the vehicle to be changed. 404 if missing, in another fleet or not visible; 412 if changed since. */
async function lockUnchanged(tx: Transaction, actor: Actor, id: number, { ifMatch }: Precondition) {
  const head = await entries.lock(tx, actor, id)
  if (!head) throw new Problem('not_found')
  if (ifMatch !== null && ifMatch !== head.rev)
    throw new Problem('stale', { current: await getVehicleDetail(tx, actor, id), etag: `"${head.rev}"` })
  return head
}

/** Saves address and drivers, then updates the revision and what is due. */
async function complete(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  id: number,
  given: Pick<NewVehicle, 'address' | 'driver_ids'>,
): Promise<VehicleDetail> {
  const fleetId = actor.fleet.id
  if (given.address !== undefined) await entries.setAddress(tx, fleetId, id, given.address)
  if (given.driver_ids) await entries.setDrivers(tx, fleetId, id, given.driver_ids)
  await entries.revise(tx, fleetId, id)
  await refreshVehicle(tx, fleetId, id, dayIn(actor.fleet.timeZone, clock()))
  return getVehicleDetail(tx, actor, id)
}

/** Returns all fields of a stored vehicle. `Required`, because an update writes every column: a missing one would be erased. */
function fieldsOf(vehicle: VehicleDetail): Required<VehicleFields> {
  const { vin, year, make, model, sub_model, engine, motorMakeID, motorModelID, address } = vehicle
  const { license_plate_number, license_plate_state, license_plate_expiration, other_id } = vehicle
  const { department_number, name_of_vehicle, vehicle_type_id } = vehicle
  return {
    vin,
    year,
    make,
    model,
    sub_model,
    engine,
    motorMakeID,
    motorModelID,
    address,
    license_plate_number,
    license_plate_state,
    license_plate_expiration,
    other_id,
    department_number,
    name_of_vehicle,
    vehicle_type_id,
  }
}
