import { BULK_CHECK_ROWS_MAX, type BulkCheck } from '#contract/vehicles/bulk.ts'
import type { TextEncoding } from '#domain/core/csv/csv-text.ts'
import {
  BULK_PIECE_BYTES,
  BulkFileProblem,
  type BulkProblem,
  bulkFileReader,
} from '#domain/vehicles/bulk-file.ts'
import { createPlateCheck, type Plate } from '#domain/vehicles/bulk-plates.ts'
import { addSharedPlateWarning, type BulkNote, type BulkVehicle } from '#domain/vehicles/bulk-rules.ts'

type Verdict = 'new' | 'known' | 'refused'

export interface PreviewRow {
  row: number
  vin: string
  name: string
  verdict: Verdict
  notes: BulkNote[]
}

/** What a file would change, by the same rules as on the server. */
export interface Preview {
  rows: PreviewRow[]
  encoding: TextEncoding
  unknownColumns: string[]
  informationColumns: string[]
  /** False: the server was unreachable, so its own remarks are missing. */
  isChecked: boolean
  /** 'unreadable': the file was changed, moved or deleted since it was chosen, so the browser denies access. */
  problem: BulkProblem | 'unreadable' | null
}

/** Maximum length of an encoded name on the server. */
const CODED_NAME_MAX = 400

/** The fields of a local vehicle that a preview needs. */
export type StoredVehicle = Plate & { vin: string | null }
/** Requests the server's remarks on some rows. */
export type CheckRows = (
  input: BulkCheck,
) => Promise<{ rows: { vin: string; is_known: boolean; notes: BulkNote[] }[] }>

/**
 * Parses a file in chunks and yields in between, so that the page stays responsive. Then requests the server's remarks
 * on the accepted rows. The upload itself uses the same functions.
 */
export async function previewFile(
  file: Blob,
  vehicles: readonly StoredVehicle[],
  check: CheckRows,
): Promise<Preview> {
  const reader = bulkFileReader()
  const rows: PreviewRow[] = []
  const accepted: AcceptedRow[] = []
  const plates = createPlateCheck()
  const stored = new Set(vehicles.map(({ vin }) => vin))
  let isChecked = true
  const preview = (problem: Preview['problem']): Preview => ({
    rows,
    encoding: reader.encoding(),
    unknownColumns: reader.unknownColumns(),
    informationColumns: reader.informationColumns(),
    isChecked,
    problem,
  })
  try {
    for (let at = 0; at <= file.size; at += BULK_PIECE_BYTES) {
      const bytes = new Uint8Array(await file.slice(at, at + BULK_PIECE_BYTES).arrayBuffer())
      for (const { row, cells, vehicle, notes } of reader.push(bytes, at + BULK_PIECE_BYTES > file.size)) {
        const shown: PreviewRow = {
          row,
          vin: vehicle?.vin ?? cells[0] ?? '',
          name: vehicle?.name_of_vehicle ?? cells[3] ?? '',
          verdict: vehicle ? (stored.has(vehicle.vin) ? 'known' : 'new') : 'refused',
          notes,
        }
        rows.push(shown)
        if (!vehicle) continue
        plates.add(vehicle)
        accepted.push({ vehicle, shown })
      }
      await new Promise((resolve) => setTimeout(resolve))
    }
    const shared = plates.shared(vehicles)
    for (const { vehicle, shown } of accepted) addSharedPlateWarning({ vehicle, notes: shown.notes }, shared)
    isChecked = await addServerRemarks(accepted, check)
    return preview(null)
  } catch (error) {
    if (error instanceof BulkFileProblem) return preview(error.problem)
    if (isUnreadable(error)) return preview('unreadable')
    throw error
  }
}

interface AcceptedRow {
  vehicle: BulkVehicle
  shown: PreviewRow
}

/** @returns whether the server responded for every row */
async function addServerRemarks(accepted: readonly AcceptedRow[], check: CheckRows): Promise<boolean> {
  for (let at = 0; at < accepted.length; at += BULK_CHECK_ROWS_MAX) {
    const batch = accepted.slice(at, at + BULK_CHECK_ROWS_MAX)
    const unit = batch[0]?.vehicle.odometer_units
    try {
      const response = await check({
        vins: batch.map(({ vehicle }) => vehicle.vin),
        odometers: batch.map(({ vehicle }) => vehicle.odometer),
        ...(unit && { odometer_units: unit }),
      })
      for (const [i, { shown }] of batch.entries()) {
        const remarks = response.rows[i]
        if (!remarks) continue
        shown.verdict = remarks.is_known ? 'known' : 'new'
        shown.notes.push(...remarks.notes)
      }
    } catch {
      return false
    }
  }
  return true
}

/** Checks whether a chosen file can no longer be read: it was saved again, moved or deleted. */
export const isUnreadable = (error: unknown): boolean => error instanceof DOMException

/** Encodes a file with its name for the call (VEH-066). Rejects with an error that `isUnreadable` accepts. */
export async function dataUrlOf(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return url.replace(/^data:[^,]*/, `data:text/csv;name=${codedName(file.name)};base64`)
}

/** Encodes a name for the type of a data URL, truncated to whole characters within the server's limit. */
export function codedName(name: string): string {
  let coded = ''
  for (const sign of name.toWellFormed()) {
    const longer = coded + encodeURIComponent(sign)
    if (longer.length > CODED_NAME_MAX) break
    coded = longer
  }
  return coded
}
