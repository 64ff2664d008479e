import {
  ADDRESS_MAX,
  DEPARTMENT_MAX,
  PLATE_MAX,
  VEHICLE_DRIVERS_MAX,
  VEHICLE_TEXT_MAX,
} from '#domain/core/limits.ts'
import { clearable, Day, Id, Odometer, Text, ZipOrPostalCode } from '../core/fields.ts'
import { Name } from '../core/names.ts'
import * as z from '../core/zod.ts'
import { Vin, Year } from './specs.ts'

const State = z.string('state_id').check(z.maxLength(2, 'state_id'), z.regex(/^[A-Z]{2}$/, 'state_id'))

/** Where a vehicle is garaged. */
export const AddressInput = z.object({
  address_line1: Text(ADDRESS_MAX),
  city: Text(ADDRESS_MAX),
  state: State,
  zip: ZipOrPostalCode,
})
export type AddressInput = z.infer<typeof AddressInput>

const fields = {
  vin: clearable(Vin),
  year: clearable(Year),
  make: clearable(Text(VEHICLE_TEXT_MAX)),
  model: clearable(Text(VEHICLE_TEXT_MAX)),
  sub_model: clearable(Text(VEHICLE_TEXT_MAX)),
  engine: clearable(Text(VEHICLE_TEXT_MAX)),
  /** Catalog numbers, if make and model are chosen from the catalog. */
  motorMakeID: clearable(Id),
  motorModelID: clearable(Id),
  license_plate_number: clearable(Text(PLATE_MAX).check(z.toUpperCase())),
  license_plate_state: clearable(State),
  license_plate_expiration: clearable(Day),
  other_id: clearable(Name(VEHICLE_TEXT_MAX)),
  department_number: clearable(Name(DEPARTMENT_MAX)),
  name_of_vehicle: clearable(Name(VEHICLE_TEXT_MAX)),
  vehicle_type_id: z.optional(z.enum(['light', 'medium_heavy'])),
  address: clearable(AddressInput),
  driver_ids: z.optional(z.array(Id).check(z.maxLength(VEHICLE_DRIVERS_MAX, 'too_many'))),
  /** The user saw that position 9 of the VIN is wrong, and confirms the VIN (ruling 19). */
  accepts_check_digit: z._default(z.boolean(), false),
}

/** A new vehicle; `odometer`, in the fleet's unit, becomes the first reading of its log. */
export const NewVehicle = z.object({ ...fields, odometer: z.optional(Odometer) })
export type NewVehicle = z.infer<typeof NewVehicle>

/**
 * Changes to a vehicle. Fields that are left out stay unchanged (VEH-054). An `odometer` other than the present one
 * becomes a reading of today.
 */
export const VehicleChange = z.object({
  ...fields,
  odometer: z.optional(Odometer),
  id: Id,
  fleetcor_enrolled: z.optional(z.boolean()),
})
export type VehicleChange = z.infer<typeof VehicleChange>

/** Identifying fields of a vehicle, shared by the form and the server. */
export type VehicleFields = Omit<NewVehicle, 'odometer' | 'driver_ids' | 'accepts_check_digit'>
