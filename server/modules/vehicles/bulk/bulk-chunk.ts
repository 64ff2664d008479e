import type { DistanceUnit } from '#contract/core/fields.ts'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { addSharedPlateWarning, type BulkRow, type BulkVehicle } from '#domain/vehicles/bulk-rules.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { inBackground } from '#server/fairness/background-turns.ts'
import { dutyTypeOf } from '#server/integrations/vehicle-catalog/duty-type.ts'
import type { DecodedVin } from '#server/integrations/vehicle-catalog/port.ts'
import { recordReadings } from '../odometer/odometer-batches.service.ts'
import {
  type BatchVehicle,
  type KnownVehicle,
  lockVehiclesByVin,
  refreshOdometers,
  upsertVehicles,
} from '../vehicles/vehicle-batches.service.ts'
import { type BulkJob, bulkRepository as uploads } from './bulk.repository.ts'
import { isKnownOdometer, notesFor } from './bulk-notes.ts'
import type { VinDecoder } from './vin-decoder.ts'

export interface ChunkDeps {
  db: Database
  decode: VinDecoder
}

type AcceptedRow = BulkRow & { vehicle: BulkVehicle }
const isAccepted = (row: BulkRow): row is AcceptedRow => row.vehicle !== null

/**
 * Writes one chunk of rows with everything that follows from them and advances the cursor, in one transaction. A kill
 * before the commit leaves nothing, a kill after it loses nothing.
 * @returns the progress; null: another server has continued the upload
 */
export async function writeChunk(
  deps: ChunkDeps,
  job: BulkJob,
  rows: readonly BulkRow[],
  sharedPlates: ReadonlySet<string>,
): Promise<BulkUpsertion | null> {
  const taken = rows.filter(isAccepted)
  for (const row of taken) addSharedPlateWarning(row, sharedPlates)
  const decoded: (DecodedVin | null)[] = []
  for (const { vehicle } of taken) decoded.push(await deps.decode(vehicle.vin))
  return inBackground(job.fleet.id, () =>
    deps.db.tenant(job.fleet.id, async (tx) => {
      if (!(await uploads.lockAtCursor(tx, job))) return null
      const written = await writeVehicles(tx, job, taken, decoded)
      const noted = rows.filter(({ notes }) => notes.length > 0)
      if (noted.length > 0) await uploads.insertRows(tx, { fleetId: job.fleet.id, id: job.id }, noted)
      return uploads.advance(tx, job.id, rows.at(-1)?.row ?? job.cursor_row, {
        rows_done: rows.length,
        refused: rows.length - taken.length,
        warned: taken.filter(({ notes }) => notes.length > 0).length,
        ...written,
      })
    }),
  )
}

async function writeVehicles(
  tx: Transaction,
  job: BulkJob,
  taken: readonly AcceptedRow[],
  decoded: readonly (DecodedVin | null)[],
): Promise<{ created: number; updated: number; unchanged: number }> {
  if (taken.length === 0) return { created: 0, updated: 0, unchanged: 0 }
  const { fleet } = job
  const vins = taken.map(({ vehicle }) => vehicle.vin)
  const known = new Map(
    (await lockVehiclesByVin(tx, fleet.id, vins)).map((vehicle) => [vehicle.vin, vehicle]),
  )
  const batch = taken.map(({ vehicle }, i) => batchVehicle(vehicle, decoded[i] ?? null, fleet.unit))
  const upserted = await upsertVehicles(tx, fleet, batch)
  const ids = new Map([...known.values(), ...upserted].map(({ id, vin }) => [vin, id]))
  const read = await recordRowReadings(tx, job, taken, { ids, known })
  const moved = await refreshOdometers(tx, fleet.id, read.ofKnown)

  for (const [i, row] of taken.entries()) {
    const { vin } = row.vehicle
    const isDoubtful = read.doubtful.has(ids.get(vin) ?? 0)
    row.notes.push(...notesFor({ known: known.get(vin), decoded: decoded[i], isDoubtful }))
  }
  const created = upserted.filter(({ is_new }) => is_new).length
  const changed = new Set([...upserted.filter(({ is_new }) => !is_new).map(({ id }) => id), ...moved])
  return { created, updated: changed.size, unchanged: taken.length - created - changed.size }
}

/** Records the readings of the rows. For existing vehicles, the odometer log checks them. */
async function recordRowReadings(
  tx: Transaction,
  { id, fleet, user, read_on }: BulkJob,
  taken: readonly AcceptedRow[],
  vehicles: { ids: ReadonlyMap<string, number>; known: ReadonlyMap<string, KnownVehicle> },
): Promise<{ ofKnown: number[]; doubtful: Set<number> }> {
  const readings = taken.flatMap(({ row, vehicle: { vin, odometer: value, odometer_units } }) => {
    const vehicleId = vehicles.ids.get(vin)
    const known = vehicles.known.get(vin)
    if (value === null || vehicleId === undefined) return []
    const unit = odometer_units ?? known?.odometer_units ?? fleet.unit
    if (known && isKnownOdometer(known, value, unit)) return []
    return [{ vehicleId, value, unit, read_on, sourceId: `${id}:${row}`, userId: user.id }]
  })
  if (readings.length === 0) return { ofKnown: [], doubtful: new Set() }
  const knownIds = new Set([...vehicles.known.values()].map((vehicle) => vehicle.id))
  return recordReadings(tx, fleet.id, readings, knownIds)
}

function batchVehicle(
  { odometer_units, ...vehicle }: BulkVehicle,
  decoded: DecodedVin | null,
  unit: DistanceUnit,
): BatchVehicle {
  const { odometer } = vehicle
  return {
    ...vehicle,
    odometer: odometer === null ? null : convertDistance(odometer, odometer_units ?? unit, unit),
    year: decoded?.year ?? null,
    make: decoded?.make.name ?? null,
    model: decoded?.model.name ?? null,
    sub_model: decoded?.subModel ?? null,
    engine: decoded?.engine ?? null,
    vehicle_type_id: dutyTypeOf(decoded?.weightClass ?? null),
  }
}
