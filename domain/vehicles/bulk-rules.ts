import type { DistanceUnit } from '#contract/core/fields.ts'
import { isStateOf, statesOf } from '#domain/catalog/state-list.ts'
import { DEPARTMENT_MAX, ODOMETER_MAX, PLATE_MAX, VEHICLE_TEXT_MAX } from '#domain/core/limits.ts'
import { looksLikeLink } from '#domain/core/plain-name.ts'
import type { CsvError } from '#domain/csv/csv-records.ts'
import { hasValidCheckDigit, isWellFormedVin } from './vin.ts'

/** Columns of the template, in its order (VEH-064). */
export const BULK_COLUMNS = [
  'vin',
  'license_plate_number',
  'license_plate_state',
  'name_of_vehicle',
  'other_id',
  'department_number',
  'odometer',
] as const
export type BulkColumn = (typeof BULK_COLUMNS)[number]

const LONGEST: Record<BulkColumn, number> = {
  vin: 40,
  license_plate_number: PLATE_MAX,
  license_plate_state: 40,
  name_of_vehicle: VEHICLE_TEXT_MAX,
  other_id: VEHICLE_TEXT_MAX,
  department_number: DEPARTMENT_MAX,
  odometer: 20,
}

/** Why a row is refused. */
export const BULK_ERRORS = [
  'vin_required',
  'vin_length',
  'vin_characters',
  'scientific',
  'formula',
  'text',
  'name_address',
  'too_long',
  'state',
  'odometer',
  'duplicate_vin',
  'too_many_cells',
  'open_quote',
  'text_after_quote',
  'row_too_long',
] as const
/** What is told of a row that is taken all the same. */
export const BULK_WARNINGS = [
  'check_digit',
  'unknown_vin',
  'inactive',
  'duplicate_plate',
  'odometer_decimals',
  'odometer_doubtful',
] as const
export type BulkCode = (typeof BULK_ERRORS)[number] | (typeof BULK_WARNINGS)[number]

/** What is to be said of a row, at the column that it is about; `other_row`: the row that has the same VIN. */
export interface BulkNote {
  code: BulkCode
  column: BulkColumn | null
  other_row?: number | undefined
}

/** A row as it would be stored; null: the cell is empty, what is stored stays. */
export interface BulkVehicle {
  vin: string
  license_plate_number: string | null
  license_plate_state: string | null
  name_of_vehicle: string | null
  other_id: string | null
  department_number: string | null
  odometer: number | null
  /** Null: the unit of the vehicle. */
  odometer_units: DistanceUnit | null
}

/** A row of the file with its verdict: it is refused where there is no `vehicle`. */
export interface BulkRow {
  row: number
  /** As they stand in the file, by BULK_COLUMNS. */
  cells: string[]
  vehicle: BulkVehicle | null
  notes: BulkNote[]
}

/** Texts that stand in mails. */
const NAMES = new Set<BulkColumn>(['name_of_vehicle', 'other_id', 'department_number'])

const OTHER_SPACES = /[\s\u00a0\u202f\u2007]+/g
/** `="00123"`: how people keep Excel from eating zeros. */
const TEXT_FORMULA = /^="(.*)"$/s
/** The apostrophe that makes a cell text in Excel, and that our own files put before what would be a formula. */
const TEXT_MARK = /^'(?=[=+\-@'\d＝＋－＠])/
const SCIENTIFIC = /^\d([.,]\d+)?e[+-]?\d+$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point; PostgreSQL cannot store NUL.
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}]/u

/** A cell without what Excel put around it. */
function plain(cell: string): string {
  const text = cell.trim()
  const kept = TEXT_FORMULA.exec(text)?.[1]?.replaceAll('""', '"')
  return (kept ?? text).replace(TEXT_MARK, '').replaceAll(OTHER_SPACES, ' ').trim()
}

/**
 * Reads one row by the rules of a vehicle.
 * @param cells by BULK_COLUMNS, as they stand in the file
 * @param unit that the file says its odometers are in; null: that of each vehicle
 */
export function readBulkRow(row: number, cells: string[], unit: DistanceUnit | null): BulkRow {
  const notes: BulkNote[] = []
  const texts = {} as Record<BulkColumn, string>
  for (const [i, column] of BULK_COLUMNS.entries()) {
    const cell = cells[i] ?? ''
    texts[column] = plain(cell)
    const code = faultOfCell(column, cell, texts[column])
    if (code) notes.push({ code, column })
  }
  const isSound = (column: BulkColumn) => !notes.some((note) => note.column === column)
  const vin = texts.vin.toUpperCase().replaceAll(/[ -]/g, '')
  const fault = isSound('vin') ? faultOfVin(vin) : null
  if (fault) notes.push({ code: fault, column: 'vin' })
  const state = stateOf(texts.license_plate_state)
  if (state === undefined && isSound('license_plate_state'))
    notes.push({ code: 'state', column: 'license_plate_state' })
  const { odometer, hasDecimals } = odometerOf(texts.odometer)
  if (odometer === undefined && isSound('odometer')) notes.push({ code: 'odometer', column: 'odometer' })
  if (notes.length > 0) return { row, cells, vehicle: null, notes }
  if (!hasValidCheckDigit(vin)) notes.push({ code: 'check_digit', column: 'vin' })
  if (hasDecimals) notes.push({ code: 'odometer_decimals', column: 'odometer' })
  const vehicle: BulkVehicle = {
    vin,
    license_plate_number: texts.license_plate_number.toUpperCase() || null,
    license_plate_state: state ?? null,
    name_of_vehicle: texts.name_of_vehicle || null,
    other_id: texts.other_id || null,
    department_number: texts.department_number || null,
    odometer: odometer ?? null,
    odometer_units: unit,
  }
  return { row, cells, vehicle, notes }
}

/** A row that the reader of the file could not take apart, or not as the heading says. */
export function malformedRow(row: number, cells: string[], code: CsvError | 'too_many_cells'): BulkRow {
  return { row, cells, vehicle: null, notes: [{ code, column: null }] }
}

/** The same VIN again: the first row holds. */
export function duplicateRow(row: BulkRow, otherRow: number): BulkRow {
  return { ...row, vehicle: null, notes: [{ code: 'duplicate_vin', column: 'vin', other_row: otherRow }] }
}

/** Remarks that another vehicle has the row's plate; `shared` comes from `plateCheck`. */
export function addSharedPlateWarning(
  { vehicle, notes }: Pick<BulkRow, 'vehicle' | 'notes'>,
  shared: ReadonlySet<string>,
) {
  if (vehicle && shared.has(vehicle.vin))
    notes.push({ code: 'duplicate_plate', column: 'license_plate_number' })
}

function faultOfCell(column: BulkColumn, cell: string, text: string): BulkCode | null {
  if (UNSTORABLE.test(text)) return 'text'
  if (text.startsWith('=') && !TEXT_MARK.test(cell.trim())) return 'formula'
  if (text.length > LONGEST[column]) return column === 'vin' ? 'vin_length' : 'too_long'
  if (NAMES.has(column) && looksLikeLink(text)) return 'name_address'
  const isNumber = column === 'vin' || column === 'odometer'
  return isNumber && SCIENTIFIC.test(text) ? 'scientific' : null
}

function faultOfVin(vin: string): BulkCode | null {
  if (vin === '') return 'vin_required'
  if (vin.length !== 17) return 'vin_length'
  return isWellFormedVin(vin) ? null : 'vin_characters'
}

const bare = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
const STATES = new Map(
  (['US', 'CA'] as const).flatMap((country) =>
    (['en', 'fr'] as const).flatMap((language) =>
      statesOf(country, language).map(({ id, name }) => [bare(name), id] as const),
    ),
  ),
)

/** Code of a state or province, from the code or its name in either language. Undefined: there is none of that name. */
function stateOf(text: string): string | null | undefined {
  if (text === '') return null
  const code = text.toUpperCase()
  return isStateOf('US', code) || isStateOf('CA', code) ? code : STATES.get(bare(text))
}

/**
 * A whole distance from what people and Excel write: '45210', '45,210', '45 210', '45210.7', '45210,7'. What may mean two
 * things ('45.210') is no number. `odometer` undefined: not a number that an odometer shows. `hasDecimals`: decimals were
 * left out, because an odometer is stored in whole units.
 */
function odometerOf(text: string): { odometer: number | null | undefined; hasDecimals: boolean } {
  if (text === '') return { odometer: null, hasDecimals: false }
  const digits = /^\d{1,3}([, ]\d{3})+([.,]\d+)?$/.test(text)
    ? text.replaceAll(/[, ](?=\d{3}(?!\d))/g, '')
    : text
  const [, whole, fraction] = /^(\d+)(?:[.,](\d+))?$/.exec(digits) ?? []
  const isReading = whole !== undefined && fraction?.length !== 3 && Number(whole) <= ODOMETER_MAX
  if (!isReading) return { odometer: undefined, hasDecimals: false }
  return { odometer: Number(whole), hasDecimals: Number(fraction ?? 0) > 0 }
}
