import type { Brand } from '#contract/core/brand.ts'
import type { NewVehicle, VehicleChange, VehicleFields } from '#contract/vehicles/vehicle-entry.ts'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { can } from '#domain/access/permissions.ts'
import { dayIn } from '#domain/core/days.ts'
import { checkVehicle } from '#domain/vehicles/vehicle-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { DeletedVehiclesService } from '../deleted-vehicles/deleted-vehicles.service.ts'
import type { OdometerService } from '../odometer/odometer.service.ts'
import { rejectDuplicateVin } from './reject-duplicate-vin.ts'
import type { VehicleEntryRepository } from './vehicle-entry.repository.ts'
import type { VehiclesService } from './vehicles.service.ts'

export interface VehicleEntryDeps {
  entries: VehicleEntryRepository
  vehicles: VehiclesService
  odometer: OdometerService
  deleted: Pick<DeletedVehiclesService, 'delete'>
  brands: readonly Brand[]
  now: () => Date
}
/** The revision that the client edited; null if it sent none. */
interface Precondition {
  ifMatch: number | null
}
const PEOPLE_SHOWN = 50

/** Adds, changes and deletes vehicles. Each method is one use case inside the given transaction. */
export function vehicleEntryService({ entries, vehicles, odometer, deleted, brands, now }: VehicleEntryDeps) {
  const fuelCardBrands = brands.filter(({ traits }) => traits.isFuelCard).map(({ key }) => key)

  async function requireValid(
    tx: Transaction,
    actor: Actor,
    vehicle: VehicleFields,
    given: { isNew: boolean; acceptsCheckDigit: boolean },
  ): Promise<void> {
    const fields = checkVehicle(vehicle, {
      ...given,
      country: actor.fleet.country,
      isFuelCard: await entries.isOfBrands(tx, actor.fleet.id, fuelCardBrands),
    })
    if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
  }

  /** Throws a validation error unless all drivers are users of the fleet. */
  async function requireDrivers(
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
      throw new Problem('stale', { current: await vehicles.detail(tx, actor, id), etag: `"${head.rev}"` })
    return head
  }

  /** Saves address and drivers, then updates the revision and what is due. */
  async function complete(
    tx: Transaction,
    actor: Actor,
    id: number,
    given: Pick<NewVehicle, 'address' | 'driver_ids'>,
  ): Promise<VehicleDetail> {
    const fleetId = actor.fleet.id
    if (given.address !== undefined) await entries.setAddress(tx, fleetId, id, given.address)
    if (given.driver_ids) await entries.setDrivers(tx, fleetId, id, given.driver_ids)
    await entries.revise(tx, fleetId, id)
    await vehicles.refresh(tx, fleetId, id, dayIn(actor.fleet.timeZone, now()))
    return vehicles.detail(tx, actor, id)
  }

  return {
    /** Lists users to whom a vehicle may be assigned. */
    async drivers(tx: Transaction, actor: Actor, search: string) {
      return { drivers: await entries.people(tx, actor.fleet.id, search, PEOPLE_SHOWN) }
    },

    /** Adds a vehicle: 201. 422 `validation`, with `duplicate_vin` on the VIN if the fleet has it already. */
    async create(tx: Transaction, actor: Actor, input: NewVehicle) {
      await requireValid(tx, actor, input, { isNew: true, acceptsCheckDigit: input.accepts_check_digit })
      await requireDrivers(tx, actor, null, input.driver_ids)
      const id = await rejectDuplicateVin(tx, () => entries.insert(tx, actor, input))
      if (input.odometer !== undefined)
        await odometer.record(tx, {
          fleetId: actor.fleet.id,
          vehicleId: id,
          value: input.odometer,
          unit: actor.fleet.unit,
          read_on: dayIn(actor.fleet.timeZone, now()),
          source: 'driver',
          sourceId: `vehicle:${id}`,
          userId: actor.userId,
        })
      return { body: await complete(tx, actor, id, input), status: 201 } as const
    },

    /**
     * Changes a vehicle; omitted fields keep their value. 403 if a user who may only assign drivers changes anything
     * else.
     */
    async update(tx: Transaction, actor: Actor, input: VehicleChange, precondition: Precondition) {
      const { id, driver_ids, accepts_check_digit, fleetcor_enrolled, ...given } = input
      const isEdit = Object.keys(given).length > 0
      if ((isEdit || fleetcor_enrolled !== undefined) && !can(actor, 'vehicles.edit'))
        throw new Problem('not_allowed')
      if (!isEdit && fleetcor_enrolled === undefined && !driver_ids)
        throw new Problem('validation', { fields: { driver_ids: ['required'] } })
      await lockUnchanged(tx, actor, id, precondition)
      await requireDrivers(tx, actor, id, driver_ids)
      if (isEdit) {
        const before = await vehicles.detail(tx, actor, id)
        const vehicle = { ...fieldsOf(before), ...given }
        // An unchanged VIN was accepted when it was entered.
        const acceptsCheckDigit = accepts_check_digit || vehicle.vin === before.vin
        await requireValid(tx, actor, vehicle, { isNew: false, acceptsCheckDigit })
        await rejectDuplicateVin(tx, () => entries.update(tx, actor.fleet.id, id, vehicle))
      }
      if (fleetcor_enrolled !== undefined)
        await entries.setEnrolled(tx, actor.fleet.id, id, fleetcor_enrolled)
      return { body: await complete(tx, actor, id, { address: given.address, driver_ids }) }
    },

    /** Deactivates or reactivates a vehicle (VEH-057). Its history stays (VEH-058) and an open order continues. */
    async deactivate(
      tx: Transaction,
      actor: Actor,
      input: { id: number; is_active?: boolean | undefined },
      precondition: Precondition,
    ) {
      const head = await lockUnchanged(tx, actor, input.id, precondition)
      await entries.setActive(tx, actor.fleet.id, input.id, input.is_active ?? !head.is_active)
      return { body: await complete(tx, actor, input.id, {}) }
    },

    /**
     * Deletes a vehicle and its history (VEH-056). It can be restored for 30 days. 409 `vehicle_in_order` if it has an
     * open order (decision 21).
     */
    async destroy(tx: Transaction, actor: Actor, id: number, precondition: Precondition) {
      await lockUnchanged(tx, actor, id, precondition)
      if (await entries.hasOpenOrder(tx, id)) throw new Problem('vehicle_in_order')
      await deleted.delete(tx, actor, id)
      return { body: { success: true, id } as const }
    },
  }
}
export type VehicleEntryService = ReturnType<typeof vehicleEntryService>

/** Returns all fields of a stored vehicle. `Required`, because an update writes every column: a missing one would be erased. */
function fieldsOf(vehicle: VehicleDetail): Required<VehicleFields> {
  const { vin, year, make, model, sub_model, engine, motorMakeID, motorModelID, address } = vehicle
  const { license_plate_number, license_plate_state, license_plate_expiration, other_id } = vehicle
  const { department_number, name_of_vehicle, vehicle_type_id, geotab_device_id } = vehicle
  return {
    ...{ vin, year, make, model, sub_model, engine, motorMakeID, motorModelID, address },
    ...{ license_plate_number, license_plate_state, license_plate_expiration, other_id },
    ...{ department_number, name_of_vehicle, vehicle_type_id, geotab_device_id },
  }
}
