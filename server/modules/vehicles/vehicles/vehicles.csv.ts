import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleFileHeading, vehicleFileLine } from '#domain/vehicles/vehicle-file.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import bulkEn from '../../../../locales/en/bulk-upload.json' with { type: 'json' }
import wordsEn from '../../../../locales/en/vehicles.json' with { type: 'json' }
import bulkFr from '../../../../locales/fr/bulk-upload.json' with { type: 'json' }
import wordsFr from '../../../../locales/fr/vehicles.json' with { type: 'json' }
import { type DueState, readDueStates, readVehiclesAfter } from './vehicle-export.reads.ts'

/** Rows per read. No connection is held between two reads, so a slow download blocks none (P-13). */
const BATCH = 200

/** The texts of the screen, so that file and list use the same words. */
const TEXTS = {
  en: { ...wordsEn, ownName: bulkEn.column.name_of_vehicle },
  fr: { ...wordsFr, ownName: bulkFr.column.name_of_vehicle },
}

interface VehiclesFile {
  language: 'en' | 'fr'
  /** Kilometers, provinces, no plate expiration (VEH-014). */
  isCanada: boolean
  /** Trait of the brand (BRD-015). */
  hasEnrollment: boolean
}

interface FileReader {
  db: Database
  actor: Actor
}

/** Streams the vehicles that the actor may see as a file, by name, with the columns of the list (VEH-021). */
export function vehiclesFile(reader: FileReader, file: VehiclesFile): ReadableStream<Uint8Array> {
  async function* rows() {
    const settings = { ...file, texts: TEXTS[file.language] }
    yield vehicleFileHeading(settings)
    for await (const { vehicle, due } of visibleVehicles(reader))
      yield vehicleFileLine(vehicle, due, settings)
  }
  return csv(rows(), { language: file.language, fleetId: reader.actor.fleet.id })
}

async function* visibleVehicles({
  db,
  actor,
}: FileReader): AsyncGenerator<{ vehicle: Vehicle; due: DueState }> {
  let last: { name: string; id: number } | null = null
  for (;;) {
    const { vehicles, end, due } = await db.tenant(actor.fleet.id, async (tx) => {
      const batch = await readVehiclesAfter(tx, actor, last, BATCH)
      const ids = batch.vehicles.map(({ id }) => id)
      return { ...batch, due: await readDueStates(tx, actor.fleet.id, ids) }
    })
    for (const vehicle of vehicles) yield { vehicle, due: due.get(vehicle.id) ?? 'fine' }
    if (end === null) return
    last = end
  }
}
