import * as z from 'zod/mini'
import type { VinLookup } from '#contract/vehicles/specs.ts'
import type { NewVehicle, VehicleChange, VehicleFields } from '#contract/vehicles/vehicle-entry.ts'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { normalizeVin } from '#domain/vehicles/vin.ts'
import { changedFields } from '#src/lib/changed-fields.ts'

/** Values of the form's fields; '' means empty. */
const Values = z.object({
  vin: z.string(),
  license_plate_number: z.string(),
  license_plate_state: z.string(),
  license_plate_expiration: z.string(),
  year: z.string(),
  make: z.string(),
  model: z.string(),
  sub_model: z.string(),
  engine: z.string(),
  /** Catalog ids, if make and model are in its lists. */
  motorMakeID: z.nullable(z.number()),
  motorModelID: z.nullable(z.number()),
  vehicle_type_id: z.enum(['light', 'medium_heavy']),
  name_of_vehicle: z.string(),
  other_id: z.string(),
  department_number: z.string(),
  /** New vehicles only. Later readings go to the odometer log. */
  odometer: z.string(),
  address: z.object({ address_line1: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  drivers: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type VehicleValues = z.infer<typeof Values>

/** A new vehicle as it was sent. */
const Sent = z.object({ key: z.string(), values: Values, acceptsCheckDigit: z.boolean() })
export type SentVehicle = z.infer<typeof Sent>

/** A vehicle in the form, over both steps. */
const Draft = z.object({
  step: z.union([z.literal(1), z.literal(2)]),
  values: Values,
  /** Editing only: the vehicle when the form opened, and its revision. */
  base: z.nullable(z.object({ rev: z.number(), values: Values })),
  acceptsCheckDigit: z.boolean(),
  /** Idempotency key of the save, stable until something changes, so that a lost response creates nothing twice. */
  key: z.string(),
  /** New vehicles only: what was sent and not rejected. The server may have it. */
  unanswered: z.optional(z.nullable(Sent)),
})
export type VehicleDraft = z.infer<typeof Draft>

/** Parses a stored draft; undefined if an older version wrote it. */
export const parseVehicle = (value: unknown): VehicleDraft | undefined => Draft.safeParse(value).data

const NO_ADDRESS = { address_line1: '', city: '', state: '', zip: '' }

export function emptyVehicle(): VehicleDraft {
  const values: VehicleValues = {
    vin: '',
    license_plate_number: '',
    license_plate_state: '',
    license_plate_expiration: '',
    year: '',
    make: '',
    model: '',
    sub_model: '',
    engine: '',
    motorMakeID: null,
    motorModelID: null,
    vehicle_type_id: 'light',
    name_of_vehicle: '',
    other_id: '',
    department_number: '',
    odometer: '',
    address: NO_ADDRESS,
    drivers: [],
  }
  return { step: 1, values, base: null, acceptsCheckDigit: false, key: crypto.randomUUID() }
}

/** Creates the draft of an existing vehicle. */
export function draftOf(vehicle: VehicleDetail): VehicleDraft {
  const values = valuesOf(vehicle)
  return { ...emptyVehicle(), values, base: { rev: vehicle.rev, values } }
}

function valuesOf(vehicle: VehicleDetail): VehicleValues {
  return {
    vin: vehicle.vin ?? '',
    license_plate_number: vehicle.license_plate_number ?? '',
    license_plate_state: vehicle.license_plate_state ?? '',
    license_plate_expiration: vehicle.license_plate_expiration ?? '',
    year: vehicle.year === null ? '' : String(vehicle.year),
    make: vehicle.make ?? '',
    model: vehicle.model ?? '',
    sub_model: vehicle.sub_model ?? '',
    engine: vehicle.engine ?? '',
    motorMakeID: vehicle.motorMakeID,
    motorModelID: vehicle.motorModelID,
    vehicle_type_id: vehicle.vehicle_type_id,
    name_of_vehicle: vehicle.name_of_vehicle ?? '',
    other_id: vehicle.other_id ?? '',
    department_number: vehicle.department_number ?? '',
    odometer: '',
    address: vehicle.address ?? NO_ADDRESS,
    drivers: vehicle.drivers,
  }
}

/** Fields below a parent of the cascade. A change of the parent clears them (VEH-043). */
const BELOW: Partial<Record<keyof VehicleValues, Partial<VehicleValues>>> = {
  year: { make: '', motorMakeID: null, model: '', motorModelID: null, sub_model: '', engine: '' },
  make: { model: '', motorModelID: null, sub_model: '', engine: '' },
  model: { sub_model: '', engine: '' },
  sub_model: { engine: '' },
}

/** Returns the draft after a change: clears fields below a changed parent and sets a new key. */
export function changed(draft: VehicleDraft, part: Partial<VehicleValues>): VehicleDraft {
  const values = { ...draft.values }
  for (const [field, below] of Object.entries(BELOW)) {
    const name = field as 'year' | 'make' | 'model' | 'sub_model'
    if (part[name] !== undefined && part[name] !== values[name]) Object.assign(values, below)
  }
  const isOtherVin = part.vin !== undefined && part.vin !== values.vin
  return {
    ...draft,
    values: { ...values, ...part },
    acceptsCheckDigit: draft.acceptsCheckDigit && !isOtherVin,
    key: crypto.randomUUID(),
  }
}

/**
 * Fills the draft from a VIN lookup. For the same year, make and model, values that the catalog does not know stay.
 * Skips everything if the user changed these fields after the lookup was requested.
 */
export function withLookup(draft: VehicleDraft, found: VinLookup, lookupValues: VehicleValues): VehicleDraft {
  if (changedModel(lookupValues, draft.values)) return draft
  const { values } = draft
  const isSame =
    values.year === String(found.year) &&
    isSameName(values.make, found.make.name) &&
    isSameName(values.model, found.model.name)
  const sub_model = found.sub_model?.name ?? (isSame ? values.sub_model : '')
  const hasSameEngine = isSame && isSameName(sub_model, values.sub_model)
  return changed(draft, {
    year: String(found.year),
    make: found.make.name,
    motorMakeID: found.make.id,
    model: found.model.name,
    motorModelID: found.model.id,
    sub_model,
    engine: found.engine?.name ?? (hasSameEngine ? values.engine : ''),
    vehicle_type_id: isSame && found.is_type_known === false ? values.vehicle_type_id : found.vehicle_type_id,
  })
}

const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

const textOf = (text: string) => text.trim() || null

/** Converts form values to the fields of the rules and the server. */
export function fieldsOf(values: VehicleValues): Required<VehicleFields> {
  const { address } = values
  const hasAddress = Object.values(address).some((part) => part.trim())
  return {
    vin: normalizeVin(values.vin) || null,
    license_plate_number: textOf(values.license_plate_number),
    license_plate_state: values.license_plate_state || null,
    license_plate_expiration: values.license_plate_expiration || null,
    year: wholeNumber(values.year) ?? null,
    make: textOf(values.make),
    model: textOf(values.model),
    sub_model: textOf(values.sub_model),
    engine: textOf(values.engine),
    motorMakeID: values.motorMakeID,
    motorModelID: values.motorModelID,
    vehicle_type_id: values.vehicle_type_id,
    name_of_vehicle: textOf(values.name_of_vehicle),
    other_id: textOf(values.other_id),
    department_number: textOf(values.department_number),
    address: hasAddress ? address : null,
  }
}

/** Builds the body of a new vehicle. */
export function toNew({ values, acceptsCheckDigit }: Omit<SentVehicle, 'key'>): NewVehicle {
  const given = Object.entries(fieldsOf(values)).filter(([, value]) => value !== null)
  return {
    ...Object.fromEntries(given),
    ...(values.odometer && { odometer: wholeNumber(values.odometer) }),
    ...(values.drivers.length > 0 && { driver_ids: values.drivers.map(({ id }) => id) }),
    accepts_check_digit: acceptsCheckDigit,
  }
}

/**
 * Returns the draft of a new vehicle that was created although the response was lost. Later input becomes a change of
 * it.
 */
export function draftOfCreated(draft: VehicleDraft, vehicle: VehicleDetail): VehicleDraft {
  const values = { ...draft.values, odometer: '' }
  return { ...draft, values, base: draft.base ?? draftOf(vehicle).base }
}

/** Builds the body of a change with only the changed fields; null if there are none. */
export function toChange(id: number, draft: VehicleDraft): VehicleChange | null {
  if (!draft.base) return null
  const names = changedFields(draft.values, draft.base.values)
  if (names.length === 0) return null
  const now = fieldsOf(draft.values)
  const given = names
    .filter((name) => name !== 'drivers')
    .map((name) => [name, now[name as keyof typeof now]])
  return {
    id,
    ...Object.fromEntries(given),
    ...(names.includes('drivers') && { driver_ids: draft.values.drivers.map((driver) => driver.id) }),
    accepts_check_digit: draft.acceptsCheckDigit,
  }
}

export interface Merge {
  draft: VehicleDraft
  /** Fields that both changed to different values: the user decides (decision 21). */
  conflicts: (keyof VehicleValues)[]
}

/** Year to engine are merged as one group: mixing two users' values would describe no real vehicle. */
const MODEL = ['year', 'make', 'model', 'sub_model', 'engine', 'motorMakeID', 'motorModelID']
const isOfModel = (name: keyof VehicleValues) => MODEL.includes(name)
const changedModel = (before: VehicleValues, after: VehicleValues) =>
  changedFields(before, after).some(isOfModel)

/** Rebases the draft on the server's current vehicle: takes other users' changes, keeps the user's own. */
export function merged(draft: VehicleDraft, current: VehicleDetail): Merge {
  const theirs = valuesOf(current)
  const before = draft.base?.values ?? theirs
  const mine = new Set(changedFields(draft.values, before))
  const both = changedFields(theirs, before).filter((name) => mine.has(name))
  const apart = changedFields(theirs, draft.values)
  const conflicts = apart.filter(
    (name) =>
      both.includes(name) || (isOfModel(name) && [...mine].some(isOfModel) && changedModel(theirs, before)),
  )
  const ownValues = Object.fromEntries([...mine].map((name) => [name, draft.values[name]]))
  return {
    draft: {
      ...draft,
      values: { ...theirs, ...ownValues },
      base: { rev: current.rev, values: theirs },
      key: crypto.randomUUID(),
    },
    conflicts,
  }
}
