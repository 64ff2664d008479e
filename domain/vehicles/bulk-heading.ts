import type { DistanceUnit } from '#contract/core/fields.ts'
import { BULK_COLUMNS, type BulkColumn } from './bulk-rules.ts'

/**
 * Headings of the list that mean something else beside a better one: 'Vehicle' is what the list shows where 'Name' is the
 * name itself, and 'État' is how a vehicle stands where 'Plaque (Province)' is where its plate is from.
 */
const FALLBACK_NAMES = ['vehicle', 'vehicule', 'etat']
/** Headings of odometers that say their unit; those of our own file of vehicles among them. */
const ODOMETER_MI = ['miles', 'odometermi', 'odometermiles', 'odometremi']
const ODOMETER_KM = ['kilometers', 'kilometres', 'odometerkm', 'odometrekm']

/** What people and other programs call the columns, in both languages, without case, accents and signs. */
const OTHER_NAMES: Record<BulkColumn, readonly string[]> = {
  vin: ['vinnumber', 'vehicleidentificationnumber', 'niv', 'numerodidentificationduvehicule'],
  license_plate_number: [
    ...['licenseplate', 'licenceplate', 'licenceplatenumber', 'plate', 'platenumber', 'plateno'],
    ...['plaque', 'numerodeplaque', 'plaquedimmatriculation', 'immatriculation'],
  ],
  license_plate_state: [
    ...['licenceplatestate', 'platestate', 'state', 'province', 'stateprovince', 'plateprovince'],
    ...['etat', 'etatprovince', 'provincedelaplaque', 'etatdelaplaque', 'plaqueprovince', 'plaqueetat'],
  ],
  name_of_vehicle: ['name', 'vehiclename', 'nom', 'nomduvehicule', 'vehicle', 'vehicule'],
  other_id: ['otherid', 'unit', 'unitnumber', 'unitno', 'assetid', 'autreidentifiant', 'autreid', 'unite'],
  department_number: [
    'department',
    'departmentnumber',
    'dept',
    'numerodeservice',
    'service',
    'departement',
    'division',
  ],
  odometer: [...['mileage', 'odometerreading', 'odometre', 'kilometrage', ...ODOMETER_MI, ...ODOMETER_KM]],
}
/** Columns of our own report, which come back with the rows that were mended. */
const REPORT_COLUMNS = ['row', 'reason', 'ligne', 'motif']
/** Far above any file of vehicles. */
const HEADING_CELLS_MAX = 200

const bare = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
const BY_NAME = new Map<string, BulkColumn>(
  BULK_COLUMNS.flatMap((column) => [bare(column), ...OTHER_NAMES[column]].map((name) => [name, column])),
)

export interface BulkHeading {
  /** Where each column of the template stands in a record; -1: nowhere. */
  places: number[]
  /** Columns that nobody knows: they are left out. */
  unknown: string[]
  width: number
  /** The unit that the heading says odometers are in; null: that of each vehicle. */
  unit: DistanceUnit | null
}

/** Reads the first row. A string: why the file cannot be used. */
export function readHeading(
  cells: readonly string[],
): BulkHeading | 'no_vin_column' | 'column_twice' | 'too_many_columns' {
  if (cells.length > HEADING_CELLS_MAX) return 'too_many_columns'
  const names = cells.map((cell) => BY_NAME.get(bare(cell)))
  const isWeak = cells.map((cell) => FALLBACK_NAMES.includes(bare(cell)))
  for (const [i, name] of names.entries())
    if (isWeak[i] && names.some((other, at) => other === name && !isWeak[at])) names[i] = undefined
  const places = BULK_COLUMNS.map((column) => names.indexOf(column))
  if (places[0] === -1) return 'no_vin_column'
  if (names.some((name, i) => name !== undefined && names.indexOf(name) !== i)) return 'column_twice'
  const unknown = cells.filter(
    (cell, i) =>
      names[i] === undefined && !isWeak[i] && cell.trim() !== '' && !REPORT_COLUMNS.includes(bare(cell)),
  )
  return {
    places,
    unknown: unknown.map((cell) => cell.trim().slice(0, 60)),
    width: cells.length,
    unit: unitOf(cells[names.indexOf('odometer')]),
  }
}

function unitOf(odometer: string | undefined): DistanceUnit | null {
  const name = bare(odometer ?? '')
  if (ODOMETER_MI.includes(name)) return 'mi'
  return ODOMETER_KM.includes(name) ? 'km' : null
}
