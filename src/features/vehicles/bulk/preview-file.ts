import type { TextEncoding } from '#contract/core/csv-text.ts'
import {
  BULK_PIECE_BYTES,
  BulkFileProblem,
  type BulkProblem,
  bulkFileReader,
} from '#contract/vehicles/bulk-file.ts'
import type { BulkNote } from '#contract/vehicles/bulk-rules.ts'

export type Verdict = 'new' | 'known' | 'refused'

export interface PreviewRow {
  row: number
  vin: string
  name: string
  verdict: Verdict
  notes: BulkNote[]
}

/** What a file would do, by the rules that the server has too. */
export interface Preview {
  rows: PreviewRow[]
  encoding: TextEncoding
  unknownColumns: string[]
  /** 'unreadable': the file was changed, moved or taken away since it was chosen, and the browser lets nobody at it. */
  problem: BulkProblem | 'unreadable' | null
}

/** The longest coded name that the server takes. */
const CODED_NAME_MAX = 400

/**
 * Reads a file in pieces, with a breath between two of them, so that the page never stands still.
 * @param inactiveByVin the vehicles that this device knows, and whether each is out of use
 */
export async function previewFile(file: Blob, inactiveByVin: ReadonlyMap<string, boolean>): Promise<Preview> {
  const reader = bulkFileReader()
  const rows: PreviewRow[] = []
  const preview = (problem: Preview['problem']): Preview => ({
    rows,
    encoding: reader.encoding(),
    unknownColumns: reader.unknownColumns(),
    problem,
  })
  try {
    for (let at = 0; at <= file.size; at += BULK_PIECE_BYTES) {
      const bytes = new Uint8Array(await file.slice(at, at + BULK_PIECE_BYTES).arrayBuffer())
      for (const { row, cells, vehicle, notes } of reader.push(bytes, at + BULK_PIECE_BYTES > file.size)) {
        const isInactive = vehicle ? inactiveByVin.get(vehicle.vin) : undefined
        if (isInactive) notes.push({ code: 'inactive', column: null })
        const known = isInactive === undefined ? 'new' : 'known'
        rows.push({
          row,
          vin: vehicle?.vin ?? cells[0] ?? '',
          name: vehicle?.name_of_vehicle ?? cells[3] ?? '',
          verdict: vehicle ? known : 'refused',
          notes,
        })
      }
      await new Promise((resolve) => setTimeout(resolve))
    }
    return preview(null)
  } catch (error) {
    if (error instanceof BulkFileProblem) return preview(error.problem)
    if (isUnreadable(error)) return preview('unreadable')
    throw error
  }
}

/** Whether a file that was chosen can no longer be read: it was saved anew in the spreadsheet program, moved or deleted. */
export const isUnreadable = (error: unknown): boolean => error instanceof DOMException

/** A file as the call takes it (VEH-066), with its name. Rejects with what `isUnreadable` knows. */
export async function dataUrlOf(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return url.replace(/^data:[^,]*/, `data:text/csv;name=${codedName(file.name)};base64`)
}

/** A name as the type of a data URL bears it: whole signs, as many of them as the server takes. */
export function codedName(name: string): string {
  let coded = ''
  for (const sign of name.toWellFormed()) {
    const longer = coded + encodeURIComponent(sign)
    if (longer.length > CODED_NAME_MAX) break
    coded = longer
  }
  return coded
}
