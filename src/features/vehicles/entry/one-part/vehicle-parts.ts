import type { FieldCodes } from '#domain/core/file-rules.ts'

/** Fields that are edited together from the vehicle's page, without the two-step form. */
const PART_FIELDS = {
  plate: ['license_plate_number', 'license_plate_state', 'license_plate_expiration'],
  names: ['name_of_vehicle', 'other_id'],
  department: ['department_number'],
  model: ['year', 'make', 'motorMakeID', 'model', 'motorModelID', 'sub_model', 'engine', 'vehicle_type_id'],
  drivers: ['driver_ids'],
} as const satisfies Record<string, readonly string[]>
export type VehiclePart = keyof typeof PART_FIELDS

/** Returns the codes of one part's fields. A vehicle without a VIN needs its plate: that code goes to the plate. */
export function problemsOfPart(part: VehiclePart, codes: FieldCodes): FieldCodes {
  const fields: readonly string[] = PART_FIELDS[part]
  const own = Object.fromEntries(Object.entries(codes).filter(([field]) => fields.includes(field)))
  const needsPlate = part === 'plate' && codes.vin?.includes('vin_or_plate')
  return needsPlate ? { ...own, license_plate_number: ['vin_or_plate'] } : own
}
