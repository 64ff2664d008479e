import { BULK_COLUMNS, type BulkColumn } from '#domain/vehicles/bulk-rules.ts'
import { checkDigit, modelYearCode } from '#domain/vehicles/vin.ts'
import type { Client } from './client.ts'

/** Pickups, vans, cars and heavy trucks in the catalog: maker and model, year, plant. */
const KINDS = [
  ['1FTFW1E5', 2020, 'F'],
  ['1FTBW2CM', 2019, 'K'],
  ['1GCUYDED', 2021, 'Z'],
  ['3HSDJAPR', 2018, 'N'],
] as const

/** Returns the n-th of an endless series of real VINs with correct check digits. */
export function vinNo(n: number): string {
  const [start, year, plant] = KINDS[n % KINDS.length] ?? KINDS[0]
  const open = `${start}0${modelYearCode(year)}${plant}${String(100_000 + n).slice(-6)}`
  return open.slice(0, 8) + checkDigit(open) + open.slice(9)
}

export type FileRow = Partial<Record<BulkColumn, string | number>>

/** Returns a vehicle file with the columns of the template. */
export function fileOf(rows: readonly FileRow[]): string {
  const lines = rows.map((row) => BULK_COLUMNS.map((column) => row[column] ?? '').join(','))
  return `${[BULK_COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}

/** Returns `count` valid rows with every column filled. */
export const manyRows = (count: number, from = 0): FileRow[] =>
  Array.from({ length: count }, (_, i) => ({
    vin: vinNo(from + i),
    license_plate_number: `P${from + i}`,
    license_plate_state: 'OH',
    name_of_vehicle: `Van ${from + i}`,
    other_id: String(from + i).padStart(6, '0'),
    department_number: `D${(from + i) % 7}`,
    odometer: 1000 + ((from + i) % 5000),
  }))

/** Encodes a file as the app sends it (VEH-066). */
export const dataUrlOf = (file: string | Buffer, name = 'vans.csv') =>
  `data:text/csv;name=${encodeURIComponent(name)};base64,${Buffer.from(file).toString('base64')}`

export const upload = (client: Client, file: string | Buffer, name?: string) =>
  client.post('/vehicles/bulk_upsertions', { fileData: dataUrlOf(file, name) })
