import type { DistanceUnit } from '#contract/core/fields.ts'
import type { BulkCheck } from '#contract/vehicles/bulk.ts'
import type { BulkNote } from '#domain/vehicles/bulk-rules.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import type { DecodedVin } from '#server/integrations/vehicle-catalog/port.ts'
import { findDoubtfulReadings } from '#server/modules/vehicles/odometer/odometer-batches.service.ts'
import {
  findVehiclesByVin,
  type KnownVehicle,
} from '#server/modules/vehicles/vehicles/vehicle-batches.service.ts'
import type { BulkJob } from './bulk.repository.ts'
import type { VinDecoder } from './vin-decoder.ts'

/**
 * Returns whether the file has the stored odometer, so that there is no new reading. Uploading a downloaded file again
 * changes nothing, even if the file uses another unit than the vehicle.
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

/** Returns notes on an accepted row that only the server can make, for both the preview and the result. */
export function notesFor({ known, decoded, isDoubtful }: NoteContext): BulkNote[] {
  const notes: BulkNote[] = []
  if (!known && !decoded) notes.push({ code: 'unknown_vin', column: 'vin' })
  if (known?.is_active === false) notes.push({ code: 'inactive', column: null })
  if (isDoubtful) notes.push({ code: 'odometer_doubtful', column: 'odometer' })
  return notes
}

/** The context of a check: today's rows of a fleet, without a user. */
type CheckContext = Pick<BulkJob, 'read_on'> & { fleet: Pick<BulkJob['fleet'], 'id' | 'unit'> }

/** Returns the notes that an upload of these rows would get, without writing anything. */
export async function checkRows(
  { tx, decode }: { tx: Transaction; decode: VinDecoder },
  { fleet, read_on }: CheckContext,
  { vins, odometers, odometer_units }: BulkCheck,
) {
  const found = await findVehiclesByVin(tx, fleet.id, vins)
  const known = new Map(found.map((vehicle) => [vehicle.vin, vehicle]))
  const readings = vins.flatMap((vin, i) => {
    const vehicle = known.get(vin)
    const value = odometers[i] ?? null
    const unit = odometer_units ?? vehicle?.odometer_units
    if (!vehicle || !unit || value === null || isKnownOdometer(vehicle, value, unit)) return []
    return [{ vehicleId: vehicle.id, value, unit, read_on }]
  })
  const ids = new Set(found.map(({ id }) => id))
  const doubtful = readings.length > 0 ? await findDoubtfulReadings(tx, fleet.id, readings, ids) : new Set()
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
