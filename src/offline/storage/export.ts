import type Dexie from 'dexie'
import type { EntryExport, ExportedFile } from '#src/offline/model/api/outbox-api.ts'
import { canonicalJson, sha256 } from '#src/offline/model/hash.ts'
import { fileIdOf, type OpRow, readOp, trayItemOf } from '#src/offline/model/op-row.ts'
import { type FileRow, filesOfItems, type OutboxDb } from './outbox-db.ts'

/**
 * Reads the rows and files of some operations, or of all, without changing anything. Searches unreadable rows for file
 * ids, so that a damaged entry is exported with its files.
 */
export async function exportRows(db: OutboxDb, opIds: readonly string[] | 'all'): Promise<EntryExport> {
  const wanted = opIds === 'all' ? await db.ops.toArray() : await rowsOf(db, opIds)
  const fileIds =
    opIds === 'all'
      ? await db.files.toCollection().primaryKeys()
      : [...new Set(wanted.flatMap((row) => referencedFileIds(row)))]
  const files: ExportedFile[] = []
  for (const id of fileIds) {
    const file = await db.files.get(id)
    if (file) files.push(await exportedFile(file, wanted))
  }
  return { rows: wanted.map((row) => toPlainJson(row)), files }
}

/** The rows of these operations and of their files. */
async function rowsOf(db: OutboxDb, opIds: readonly string[]): Promise<OpRow[]> {
  const leads = (await db.ops.bulkGet([...opIds])).filter((row) => row !== undefined)
  // Files whose entry has arrived belong together under the same parent.
  const files = await filesOfItems(db, [...opIds, ...leads.map(trayItemOf)])
  return [...new Map([...leads, ...files].map((row) => [row.id, row])).values()]
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** Ids in a row that may be file ids. */
function referencedFileIds(row: OpRow): string[] {
  const op = readOp(row)
  const own = op && fileIdOf(op)
  return own ? [own] : (canonicalJson(toPlainJson(row)).match(UUID) ?? [])
}

async function exportedFile(
  { id, name, type, sha256: given, bytes }: FileRow,
  rows: readonly OpRow[],
): Promise<ExportedFile> {
  const known = typeof given === 'string' ? given : null
  const content = bytes instanceof ArrayBuffer ? bytes : new ArrayBuffer(0)
  const shown = rows.find((row) => fileIdOf(row) === id)?.shown as { file_name?: unknown } | undefined
  const fallback = typeof shown?.file_name === 'string' ? shown.file_name : id
  return {
    id,
    name: typeof name === 'string' && name !== '' ? name : fallback,
    type: typeof type === 'string' ? type : 'application/octet-stream',
    bytes: content,
    isSound: known === null ? null : (await sha256(content)) === known,
  }
}

/** Converts any value to plain JSON, including the contents of a damaged row. */
function toPlainJson(value: unknown, above: readonly unknown[] = []): unknown {
  if (value instanceof ArrayBuffer) return { base64: base64Of(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value))
    return { base64: base64Of(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
    return String(value)
  if (value === null || typeof value !== 'object') return value
  if (above.includes(value)) return null
  const path = [...above, value]
  if (Array.isArray(value)) return value.map((part) => toPlainJson(part, path) ?? null)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toPlainJson(part, path)]))
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Runs a read on a separate connection, the last resort after a lost one (docs/offline.md row 13). */
export async function withOwnConnection<D extends Dexie, T>(db: D, read: (db: D) => Promise<T>): Promise<T> {
  try {
    await db.open()
    return await read(db)
  } finally {
    db.close()
  }
}
