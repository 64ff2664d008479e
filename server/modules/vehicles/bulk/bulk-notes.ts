import type { DistanceUnit } from '#contract/core/fields.ts'
import type { BulkCheck } from '#contract/vehicles/bulk.ts'
import type { BulkNote } from '#domain/vehicles/bulk-rules.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import type { DecodedVin } from '#server/integrations/vehicle-catalogue/port.ts'
import type { OdometerBatches } from '#server/modules/vehicles/odometer/odometer-batches.service.ts'
import type {
  KnownVehicle,
  VehicleBatchesService,
} from '#server/modules/vehicles/vehicles/vehicle-batches.service.ts'
import type { BulkJob } from './bulk.repository.ts'
import type { VinDecoder } from './vin-decoder.ts'

/**
 * Whether a file says of an odometer what is stored already: then there is no new reading. A file that was downloaded and is
 * uploaded again changes nothing, also where it counts in another unit than the vehicle.
 */
export function isKnownOdometer(
  { odometer, odometer_units }: Pick<KnownVehicle, 'odometer' | 'odometer_units'>,
  value: number,
  unit: DistanceUnit,
): boolean {
  return odometer !== null && convertDistance(odometer, odometer_units, unit) === value
}

interface NoteContext {
  known: Pick<KnownVehicle, 'is_active'> | undefined
  decoded: DecodedVin | null | undefined
  isDoubtful: boolean
}

/** Remarks on an accepted row that only the server can make: for the preview and for the result alike. */
export function notesFor({ known, decoded, isDoubtful }: NoteContext): BulkNote[] {
  const notes: BulkNote[] = []
  if (!known && !decoded) notes.push({ code: 'unknown_vin', column: 'vin' })
  if (known?.is_active === false) notes.push({ code: 'inactive', column: null })
  if (isDoubtful) notes.push({ code: 'odometer_doubtful', column: 'odometer' })
  return notes
}

/** Rows as they would be stored today, on behalf of nobody in particular. */
export type CheckContext = Pick<BulkJob, 'read_on'> & { fleet: Pick<BulkJob['fleet'], 'id' | 'unit'> }

export interface CheckDeps {
  vehicles: Pick<VehicleBatchesService, 'find'>
  odometer: Pick<OdometerBatches, 'doubtful'>
  decode: VinDecoder
}

/** Says of rows what an upload of them would say, without writing anything. */
export async function checkRows(
  tx: Transaction,
  { vehicles, odometer, decode }: CheckDeps,
  { fleet, read_on }: CheckContext,
  { vins, odometers, odometer_units }: BulkCheck,
) {
  const found = await vehicles.find(tx, fleet.id, vins)
  const known = new Map(found.map((one) => [one.vin, one]))
  const readings = vins.flatMap((vin, i) => {
    const vehicle = known.get(vin)
    const value = odometers[i] ?? null
    const unit = odometer_units ?? vehicle?.odometer_units
    if (!vehicle || !unit || value === null || isKnownOdometer(vehicle, value, unit)) return []
    return [{ vehicleId: vehicle.id, value, unit, read_on }]
  })
  const ids = new Set(found.map(({ id }) => id))
  const doubtful = readings.length > 0 ? await odometer.doubtful(tx, fleet.id, readings, ids) : new Set()
  const checked = []
  for (const vin of vins) {
    const vehicle = known.get(vin)
    const decoded = vehicle ? undefined : await decode(vin)
    const isDoubtful = vehicle !== undefined && doubtful.has(vehicle.id)
    checked.push({
      vin,
      is_known: vehicle !== undefined,
      notes: notesFor({ known: vehicle, decoded, isDoubtful }),
    })
  }
  return checked
}
