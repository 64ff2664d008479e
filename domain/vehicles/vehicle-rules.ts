import type { Country } from '#contract/core/fields.ts'
import type { VehicleFields } from '#contract/vehicles/vehicle-entry.ts'
import { isStateOf } from '#domain/catalog/state-list.ts'
import { addCode, type FieldCodes } from '#domain/core/file-rules.ts'
import { isZipFor } from '#domain/core/zip.ts'
import { hasValidCheckDigit, isWellFormedVin } from './vin.ts'

/** Position 9 of a VIN is a check digit since this year (49 CFR 565; ruling 19). */
const FIRST_CHECKED_YEAR = 1981

export interface VehicleFacts {
  isNew: boolean
  country: Country
  /** Vehicles of a fuel card are identified by their VIN (VEH-034). */
  isFuelCard: boolean
  acceptsCheckDigit: boolean
}

/**
 * Checks rules of a vehicle that its schema cannot express; form and server apply them to the complete vehicle. Codes:
 * vin 'required' (VEH-034), 'vin_or_plate' (VEH-032, VEH-033), 'check_digit' (until it is accepted) ·
 * license_plate_state 'required', 'state_id' · year, make, model, sub_model, engine 'required' (VEH-035..039) ·
 * license_plate_expiration 'not_here' (VEH-041) · address.state 'state_id', address.zip 'zip' or 'postal_code'.
 */
export function checkVehicle(vehicle: VehicleFields, facts: VehicleFacts): FieldCodes {
  const codes = checkIdentity(vehicle, facts)
  if (facts.isNew)
    for (const field of ['year', 'make', 'model', 'sub_model', 'engine'] as const)
      if (vehicle[field] == null) addCode(codes, field, 'required')
  const { license_plate_state: state, address } = vehicle
  if (state != null && !isStateOf('US', state) && !isStateOf('CA', state))
    addCode(codes, 'license_plate_state', 'state_id')
  if (vehicle.license_plate_expiration != null && facts.country === 'CA')
    addCode(codes, 'license_plate_expiration', 'not_here')
  if (address) {
    if (!isStateOf(facts.country, address.state)) addCode(codes, 'address.state', 'state_id')
    if (!isZipFor(facts.country, address.zip))
      addCode(codes, 'address.zip', facts.country === 'CA' ? 'postal_code' : 'zip')
  }
  return codes
}

/** Checks the identity of a vehicle: its VIN, or its plate with the state (VEH-032..034). */
function checkIdentity(
  vehicle: Pick<VehicleFields, 'vin' | 'year' | 'license_plate_number' | 'license_plate_state'>,
  facts: Pick<VehicleFacts, 'isFuelCard' | 'acceptsCheckDigit'>,
): FieldCodes {
  const codes: FieldCodes = {}
  const hasPlate = vehicle.license_plate_number != null
  if (vehicle.vin == null) {
    if (facts.isFuelCard) addCode(codes, 'vin', 'required')
    else if (!hasPlate) addCode(codes, 'vin', 'vin_or_plate')
    else if (vehicle.license_plate_state == null) addCode(codes, 'license_plate_state', 'required')
  } else if (!isWellFormedVin(vehicle.vin)) addCode(codes, 'vin', 'vin')
  else if (!facts.acceptsCheckDigit && !hasCheckedVin(vehicle)) addCode(codes, 'vin', 'check_digit')
  return codes
}

/** Returns whether position 9 is acceptable: correct, or of a year without check digits. */
function hasCheckedVin({ vin, year }: Pick<VehicleFields, 'vin' | 'year'>): boolean {
  return (year != null && year < FIRST_CHECKED_YEAR) || hasValidCheckDigit(vin ?? '')
}
