import type { DistanceUnit } from '#contract/core/fields.ts'
import { isStateOf, statesOf } from '#domain/catalog/state-list.ts'
import type { CsvError } from '#domain/core/csv/csv-records.ts'
import { DEPARTMENT_MAX, ODOMETER_MAX, PLATE_MAX, VEHICLE_TEXT_MAX } from '#domain/core/limits.ts'
import { looksLikeLink } from '#domain/core/plain-name.ts'
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

const MAX_LENGTHS: Record<BulkColumn, number> = {
  vin: 40,
  license_plate_number: PLATE_MAX,
  license_plate_state: 40,
  name_of_vehicle: VEHICLE_TEXT_MAX,
  other_id: VEHICLE_TEXT_MAX,
  department_number: DEPARTMENT_MAX,
  odometer: 20,
}

/** Reasons for rejecting a row. */
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
/** Warnings of accepted rows. */
export const BULK_WARNINGS = [
  'check_digit',
  'unknown_vin',
  'inactive',
  'duplicate_plate',
  'odometer_decimals',
  'odometer_doubtful',
] as const
type BulkCode = (typeof BULK_ERRORS)[number] | (typeof BULK_WARNINGS)[number]

/** A message about a row and its column; `other_row`: the row with the same VIN. */
export interface BulkNote {
  code: BulkCode
  column: BulkColumn | null
  other_row?: number | undefined
}

/** A row in its stored form; null: the cell is empty, so the stored value stays. */
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

/** A row of the file with its result: rejected if it has no `vehicle`. */
export interface BulkRow {
  row: number
  /** Cells of the file, by BULK_COLUMNS. */
  cells: string[]
  vehicle: BulkVehicle | null
  notes: BulkNote[]
}

/** Texts that appear in emails. */
const EMAILED_COLUMNS = new Set<BulkColumn>(['name_of_vehicle', 'other_id', 'department_number'])

const OTHER_SPACES = /[\s\u00a0\u202f\u2007]+/g
/** `="00123"`: a notation that keeps leading zeros in Excel. */
const TEXT_FORMULA = /^="(.*)"$/s
/** The apostrophe that marks text in Excel, and that our files put before text that looks like a formula. */
const TEXT_MARK = /^'(?=[=+\-@'\d＝＋－＠])/
const SCIENTIFIC = /^\d([.,]\d+)?e[+-]?\d+$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point; PostgreSQL cannot store NUL.
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}]/u

/** Removes Excel's notation from a cell. */
export function plainCell(cell: string): string {
  const text = cell.trim()
  const formulaText = TEXT_FORMULA.exec(text)?.[1]?.replaceAll('""', '"')
  return (formulaText ?? text).replace(TEXT_MARK, '').replaceAll(OTHER_SPACES, ' ').trim()
}

/**
 * Validates one row by the rules of a vehicle.
 * @param cells by BULK_COLUMNS, as in the file
 * @param unit odometer unit of the file; null: that of each vehicle
 */
export function readBulkRow(row: number, cells: string[], unit: DistanceUnit | null): BulkRow {
  const notes: BulkNote[] = []
  const texts = {} as Record<BulkColumn, string>
  for (const [i, column] of BULK_COLUMNS.entries()) {
    const cell = cells[i] ?? ''
    texts[column] = plainCell(cell)
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

/** A row that the CSV reader could not split, or that does not match the heading. */
export function malformedRow(row: number, cells: string[], code: CsvError | 'too_many_cells'): BulkRow {
  return { row, cells, vehicle: null, notes: [{ code, column: null }] }
}

/** A repeated VIN: the first row wins. */
export function duplicateRow(row: BulkRow, otherRow: number): BulkRow {
  return { ...row, vehicle: null, notes: [{ code: 'duplicate_vin', column: 'vin', other_row: otherRow }] }
}

/** Adds a warning that another vehicle has the row's plate; `shared` comes from `createPlateCheck`. */
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
  if (text.length > MAX_LENGTHS[column]) return column === 'vin' ? 'vin_length' : 'too_long'
  if (EMAILED_COLUMNS.has(column) && looksLikeLink(text)) return 'name_address'
  const isNumber = column === 'vin' || column === 'odometer'
  return isNumber && SCIENTIFIC.test(text) ? 'scientific' : null
}

function faultOfVin(vin: string): BulkCode | null {
  if (vin === '') return 'vin_required'
  if (vin.length !== 17) return 'vin_length'
  return isWellFormedVin(vin) ? null : 'vin_characters'
}

/** Returns the letters of a name in lower case and without accents, to compare names. */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
const STATES = new Map(
  (['US', 'CA'] as const).flatMap((country) =>
    (['en', 'fr'] as const).flatMap((language) =>
      statesOf(country, language).map(({ id, name }) => [normalizeName(name), id] as const),
    ),
  ),
)

/** Returns the code of a state or province, from its code or name in either language. Undefined: unknown. */
function stateOf(text: string): string | null | undefined {
  if (text === '') return null
  const code = text.toUpperCase()
  return isStateOf('US', code) || isStateOf('CA', code) ? code : STATES.get(normalizeName(text))
}

/**
 * Reads a whole distance as users and Excel write it: '45210', '45,210', '45 210', '45210.7', '45210,7'. Ambiguous text
 * ('45.210') is not a number. `odometer` undefined: not an odometer value. `hasDecimals`: decimals were dropped,
 * because odometers are stored in whole units.
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
