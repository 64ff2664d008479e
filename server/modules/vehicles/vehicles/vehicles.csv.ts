import type { Cell } from '#contract/core/csv-cell.ts'
import { distanceIn } from '#contract/vehicles/odometer-rules.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import wordsEn from '../../../../locales/en/vehicles.json' with { type: 'json' }
import wordsFr from '../../../../locales/fr/vehicles.json' with { type: 'json' }
import { type DueWord, readDueWords, readVehiclesAfter } from './vehicle-export.reads.ts'

/** Rows that are read at once; between two reads no connection is held, however slow the reader (P-13). */
const BATCH = 1000

/** The words of the screen, so that file and list never say it differently. */
const WORDS = { en: wordsEn, fr: wordsFr }

export interface VehiclesFile {
  language: 'en' | 'fr'
  /** Kilometres, provinces, no plate expiration (VEH-014). */
  isCanada: boolean
  /** Trait of the brand (BRD-015). */
  hasEnrolment: boolean
}

/** Vehicles that the actor may see as a file by name, made while it is read, in the columns of the list (VEH-021). */
export function vehiclesCsv(db: Database) {
  async function* all(actor: Actor): AsyncGenerator<{ vehicle: Vehicle; due: DueWord }> {
    let last: { name: string; id: number } | null = null
    for (;;) {
      const { vehicles, end, due } = await db.tenant(actor.fleet.id, async (tx) => {
        const batch = await readVehiclesAfter(tx, actor, last, BATCH)
        const ids = batch.vehicles.map(({ id }) => id)
        return { ...batch, due: await readDueWords(tx, actor.fleet.id, ids) }
      })
      for (const vehicle of vehicles) yield { vehicle, due: due.get(vehicle.id) ?? 'fine' }
      if (end === null) return
      last = end
    }
  }

  return (actor: Actor, file: VehiclesFile): ReadableStream<Uint8Array> => {
    async function* rows() {
      yield headings(file)
      for await (const { vehicle, due } of all(actor))
        yield cells(vehicle, statusOf(vehicle, due, file), file)
    }
    return csv(rows(), file.language)
  }
}

function headings({ language, isCanada }: VehiclesFile): string[] {
  const { column, detail } = WORDS[language]
  return [
    column.vehicle,
    column.status,
    `${column.odometer} (${isCanada ? 'km' : 'mi'})`,
    column.plate,
    `${column.plate} (${isCanada ? detail.state_ca : detail.state})`,
    ...(isCanada ? [] : [detail.plateExpiration]),
    column.otherId,
    column.department,
    column.drivers,
    column.lastMaintenance,
    isCanada ? column.costPerDistance_ca : column.costPerDistance,
    column.vin,
  ]
}

function cells(vehicle: Vehicle, status: string, { language, isCanada }: VehiclesFile): Cell[] {
  return [
    nameOf(vehicle),
    status,
    isCanada ? vehicle.kilometers : vehicle.miles,
    vehicle.license_plate_number,
    vehicle.license_plate_state,
    ...(isCanada ? [] : [vehicle.license_plate_expiration]),
    vehicle.other_id,
    vehicle.department_number,
    vehicle.driver_names.join(', ') || WORDS[language].unassigned,
    vehicle.last_maintenance_date,
    { amount: costOf(vehicle, isCanada) },
    vehicle.vin,
  ]
}

function statusOf(vehicle: Vehicle, due: DueWord, { language, hasEnrolment }: VehiclesFile): string {
  const words = WORDS[language]
  if (!vehicle.is_active) return words.inactive
  return hasEnrolment && !vehicle.fleetcor_enrolled ? words.notEnrolled : words.due[due]
}

/** As the list names it: its name, else what it is, else plate, VIN or number. */
function nameOf(vehicle: Vehicle): string {
  const model = [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')
  return vehicle.name_of_vehicle || model || vehicle.license_plate_number || vehicle.vin || `#${vehicle.id}`
}

/** Per mile or per kilometre, whichever the file counts in; it is kept per unit of the vehicle. */
function costOf({ cost_per_mile, odometer_units }: Vehicle, isCanada: boolean): string | null {
  const wanted = isCanada ? 'km' : 'mi'
  if (cost_per_mile === null || wanted === odometer_units) return cost_per_mile
  // What a unit costs grows with the unit: the other way round than distances.
  return distanceIn(Number(cost_per_mile), wanted, odometer_units).toFixed(4)
}
