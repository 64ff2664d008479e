import type { DistanceUnit } from '#contract/core/fields.ts'
import { BULK_COLUMNS, type BulkColumn, normalizeName } from './bulk-rules.ts'

/**
 * Ambiguous headings of the list, used only if no better one exists. 'Vehicle' is the display name where 'Name' is the
 * actual name. 'État' is the vehicle's state where 'Plaque (Province)' is the plate's province.
 */
const FALLBACK_NAMES = ['vehicle', 'vehicule', 'etat']
/** Odometer headings with a unit, including those of our own vehicle file. */
const ODOMETER_MI = ['miles', 'odometermi', 'odometermiles', 'odometremi']
const ODOMETER_KM = ['kilometers', 'kilometres', 'odometerkm', 'odometrekm']

/** Other names of the columns in both languages, without case, accents and punctuation. */
const OTHER_NAMES: Record<BulkColumn, readonly string[]> = {
  vin: ['vinnumber', 'vehicleidentificationnumber', 'niv', 'numerodidentificationduvehicule'],
  license_plate_number: [
    'licenseplate',
    'licenceplate',
    'licenceplatenumber',
    'plate',
    'platenumber',
    'plateno',
    'plaque',
    'numerodeplaque',
    'plaquedimmatriculation',
    'immatriculation',
  ],
  license_plate_state: [
    'licenceplatestate',
    'platestate',
    'state',
    'province',
    'stateprovince',
    'plateprovince',
    'etat',
    'etatprovince',
    'provincedelaplaque',
    'etatdelaplaque',
    'plaqueprovince',
    'plaqueetat',
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
  odometer: ['mileage', 'odometerreading', 'odometre', 'kilometrage', ...ODOMETER_MI, ...ODOMETER_KM],
}
/** Columns of our own report, which are present when fixed rows are uploaded again. */
const REPORT_COLUMNS = ['row', 'reason', 'ligne', 'motif']
/** Columns of our own vehicle file that an upload does not change, by `normalizeName`, in both languages. */
const INFORMATION_COLUMNS = [
  ...['status', 'plateexpiration', 'drivers', 'lastmaintenance', 'costpermile', 'costperkm'],
  ...['expirationdelaplaque', 'conducteurs', 'dernierentretien', 'coutparmille', 'coutparkm'],
]
/** Far above any vehicle file. */
const HEADING_CELLS_MAX = 200

const BY_NAME = new Map<string, BulkColumn>(
  BULK_COLUMNS.flatMap((column) =>
    [normalizeName(column), ...OTHER_NAMES[column]].map((name) => [name, column]),
  ),
)

export interface BulkHeading {
  /** Index of each template column in a record; -1: missing. */
  places: number[]
  /** Unknown columns, which are ignored. */
  unknown: string[]
  /** Columns of our own vehicle file that are ignored: they are for information only. */
  information: string[]
  width: number
  /** Odometer unit in the heading; null: that of each vehicle. */
  unit: DistanceUnit | null
}

/** Reads the first row. Returns a string with the reason if the file is unusable. */
export function readHeading(
  cells: readonly string[],
): BulkHeading | 'no_vin_column' | 'column_twice' | 'too_many_columns' {
  if (cells.length > HEADING_CELLS_MAX) return 'too_many_columns'
  const names = cells.map((cell) => BY_NAME.get(normalizeName(cell)))
  const isWeak = cells.map((cell) => FALLBACK_NAMES.includes(normalizeName(cell)))
  for (const [i, name] of names.entries())
    if (isWeak[i] && names.some((other, at) => other === name && !isWeak[at])) names[i] = undefined
  const places = BULK_COLUMNS.map((column) => names.indexOf(column))
  if (places[0] === -1) return 'no_vin_column'
  if (names.some((name, i) => name !== undefined && names.indexOf(name) !== i)) return 'column_twice'
  const ignored = cells.filter(
    (cell, i) =>
      names[i] === undefined &&
      !isWeak[i] &&
      cell.trim() !== '' &&
      !REPORT_COLUMNS.includes(normalizeName(cell)),
  )
  const isInformation = (cell: string) => INFORMATION_COLUMNS.includes(normalizeName(cell))
  return {
    places,
    unknown: ignored.filter((cell) => !isInformation(cell)).map(shortened),
    information: ignored.filter(isInformation).map(shortened),
    width: cells.length,
    unit: unitOf(cells[names.indexOf('odometer')]),
  }
}

const shortened = (cell: string): string => cell.trim().slice(0, 60)

function unitOf(odometer: string | undefined): DistanceUnit | null {
  const name = normalizeName(odometer ?? '')
  if (ODOMETER_MI.includes(name)) return 'mi'
  return ODOMETER_KM.includes(name) ? 'km' : null
}
