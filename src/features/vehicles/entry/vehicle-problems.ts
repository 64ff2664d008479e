import type { Country } from '#contract/core/fields.ts'
import { NewVehicle } from '#contract/vehicles/vehicle-entry.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { checkVehicle } from '#domain/vehicles/vehicle-rules.ts'
import { normalizePlate } from '#domain/vehicles/vehicle-search.ts'
import { normalizeVin } from '#domain/vehicles/vin.ts'
import { codesOf } from '#src/lib/field-codes.ts'
import { fieldsOf, type SentVehicle, toNew, type VehicleDraft } from './vehicle-draft.ts'

interface Known {
  id: number
  vin: string | null
  license_plate_number: string | null
}
interface Facts {
  country: Country
  isFuelCard: boolean
  /** Vehicles on this device, without the edited one. */
  others: readonly Known[]
}

/** Fields of the first step; all others belong to the second. */
const IDENTITY = ['vin', 'license_plate_number', 'license_plate_state', 'license_plate_expiration']

/** Validates the form by the same rules as the server. */
export function problemsOf(draft: VehicleDraft, facts: Facts): FieldCodes {
  const { values, base } = draft
  const payload = toNew(draft)
  const parsed = NewVehicle.safeParse(payload)
  const codes = checkVehicle(fieldsOf(values), {
    isNew: base === null,
    country: facts.country,
    isFuelCard: facts.isFuelCard,
    acceptsCheckDigit: draft.acceptsCheckDigit || values.vin === base?.values.vin,
  })
  const vin = normalizeVin(values.vin)
  const isDouble = vin !== '' && facts.others.some((other) => other.vin === vin)
  return {
    ...codes,
    ...(parsed.success ? {} : codesOf(parsed.error.issues, payload)),
    ...(isDouble && { vin: ['duplicate_vin'] }),
  }
}

/** Returns the codes of one step's fields. */
export function problemsOfStep(step: 1 | 2, codes: FieldCodes): FieldCodes {
  const own = Object.entries(codes).filter(([field]) => IDENTITY.includes(field) === (step === 1))
  return Object.fromEntries(own)
}

/** Checks whether this is the vehicle that was sent, created although the response was lost. */
export function isSameAsSent(vehicle: Known, sent: SentVehicle | null | undefined): boolean {
  if (!sent) return false
  const { vin, license_plate_number: plate } = fieldsOf(sent.values)
  if (vin !== null) return vehicle.vin === vin
  return vehicle.vin === null && vehicle.license_plate_number === plate?.toUpperCase()
}

/** Returns another vehicle with this plate. Only a warning, because plates move between vehicles. */
export function samePlate<T extends Known>(plate: string, others: readonly T[]): T | undefined {
  const plain = normalizePlate(plate)
  return plain === ''
    ? undefined
    : others.find((other) => normalizePlate(other.license_plate_number ?? '') === plain)
}
