import { type CsvRecord, createCsvReader } from '#domain/core/csv/csv-records.ts'
import { createTextDecoder, type TextEncoding } from '#domain/core/csv/csv-text.ts'
import { type BulkHeading, readHeading } from './bulk-heading.ts'
import { type BulkRow, duplicateRow, malformedRow, readBulkRow } from './bulk-rules.ts'
import { createVinRows } from './vin-rows.ts'

/** Our choice: 100,000 rows of vehicles in UTF-16 are below both. */
const BULK_ROWS_MAX = 200_000
export const BULK_FILE_MAX_BYTES = 32 * 1024 * 1024
/** Chunk size of a file: takes a few milliseconds, on a slow phone one or two frames. */
export const BULK_PIECE_BYTES = 64 * 1024

/**
 * Why an upload ends early. Nothing of an unusable file is written; with `not_allowed` (the user lost the right
 * meanwhile) and `internal`, what was written stays.
 */
export const BULK_PROBLEMS = [
  'empty',
  'spreadsheet',
  'no_vin_column',
  'column_twice',
  'too_many_columns',
  'too_many_rows',
  'too_large',
  'not_allowed',
  'internal',
] as const
export type BulkProblem = (typeof BULK_PROBLEMS)[number]

/** A file that cannot be imported, with the reason. */
export class BulkFileProblem extends Error {
  readonly problem: BulkProblem
  constructor(problem: BulkProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Signatures of other formats of Excel, LibreOffice and Acrobat: an archive, an old workbook, a PDF. */
const OTHER_FILES = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '%PDF']

/**
 * Reads a vehicle file in chunks, up to the content of its rows. Throws BulkFileProblem if the file as a whole is
 * unusable.
 */
function bulkRecordReader() {
  const decoder = createTextDecoder()
  const records = createCsvReader()
  let heading: BulkHeading | null = null
  let [bytesRead, rows] = [0, 0]

  function demandText(bytes: Uint8Array) {
    const head = String.fromCharCode(...bytes.subarray(0, 4))
    if (OTHER_FILES.includes(head)) throw new BulkFileProblem('spreadsheet')
  }

  function headingOf({ cells, fault }: CsvRecord): BulkHeading {
    if (fault === 'row_too_long') throw new BulkFileProblem('too_many_columns')
    const read = readHeading(cells)
    if (typeof read === 'string') throw new BulkFileProblem(read)
    return read
  }

  return {
    /** Returns the records that the next bytes complete, without empty lines; `isLast`: the bytes are the last ones. */
    *push(bytes: Uint8Array, isLast = false): Generator<{ record: CsvRecord; heading: BulkHeading }> {
      if (bytesRead === 0) demandText(bytes)
      bytesRead += bytes.length
      if (bytesRead > BULK_FILE_MAX_BYTES) throw new BulkFileProblem('too_large')
      for (const record of records.push(decoder.push(bytes, isLast), isLast)) {
        if (!record.fault && record.cells.every(isBlank)) continue
        if (!heading) {
          heading = headingOf(record)
          continue
        }
        if (++rows > BULK_ROWS_MAX) throw new BulkFileProblem('too_many_rows')
        yield { record, heading }
      }
      if (isLast && rows === 0) throw new BulkFileProblem('empty')
    },
    rows: () => rows,
    encoding: (): TextEncoding => decoder.encoding(),
    unknownColumns: () => heading?.unknown ?? [],
    informationColumns: () => heading?.information ?? [],
    /** Odometer unit in the heading; null: that of each vehicle. */
    unit: () => heading?.unit ?? null,
  }
}

/**
 * Reads a vehicle file in chunks: one result per row, the same in the browser's preview and on the server. Throws
 * BulkFileProblem if the file as a whole is unusable.
 */
export function bulkFileReader() {
  const { push, ...about } = bulkRecordReader()
  const seen = createVinRows()

  function verdictOf(
    { row, cells: record, fault }: CsvRecord,
    { places, width, unit }: BulkHeading,
  ): BulkRow {
    const cells = places.map((place) => record[place] ?? '')
    if (fault) return malformedRow(row, cells, fault)
    if (record.slice(width).some((cell) => !isBlank(cell))) return malformedRow(row, cells, 'too_many_cells')
    const read = readBulkRow(row, cells, unit)
    if (!read.vehicle) return read
    const first = seen.get(read.vehicle.vin)
    if (first !== undefined) return duplicateRow(read, first)
    seen.add(read.vehicle.vin, row)
    return read
  }

  return {
    ...about,
    /** Returns the accepted row of a VIN so far. */
    rowOf: seen.get,
    /** Returns the rows that the next bytes complete, without empty lines; `isLast`: the bytes are the last ones. */
    *push(bytes: Uint8Array, isLast = false): Generator<BulkRow> {
      for (const { record, heading } of push(bytes, isLast)) yield verdictOf(record, heading)
    },
  }
}
export type BulkFileReader = ReturnType<typeof bulkFileReader>

const isBlank = (cell: string) => cell.trim() === ''
