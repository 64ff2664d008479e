import { Dexie, type Table } from 'dexie'
import type { PreparedFile } from '#src/lib/photo/prepare-file.ts'
import { type DraftSlot, ownPrefix, slotName, textState } from './draft-storage.ts'

/** A file of an unsaved form. Its id becomes the document's id. */
export interface DraftFile extends PreparedFile {
  id: string
}

interface Row extends DraftFile {
  slot: string
  addedAt: number
  /** The text of the draft was stored before. Older builds stored it after the file, and kept no copy of it. */
  isAfterText?: true
}

/** A database for draft files only. Outbox and cache belong to other code, which also clears them. */
function openDatabase() {
  const database = new Dexie('wheelbook-drafts') as Dexie & { files: Table<Row, string> }
  database.version(1).stores({ files: 'id, slot' })
  return database
}

let database: ReturnType<typeof openDatabase> | undefined

/** A slow phone reads and writes the files of a draft in a few seconds. */
const TIMEOUT_MS = 15_000

/**
 * Runs a read or write. If storage fails or does not respond, the file does not survive a reload, but the form still
 * works.
 */
async function attempt<T, Otherwise>(
  work: (files: Table<Row, string>) => Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not respond')), TIMEOUT_MS)
  })
  database ??= openDatabase()
  const used = database
  try {
    return await Promise.race([work(used.files), timeout])
  } catch (error) {
    console.error('The files of a draft cannot be kept', error)
    // A database that did not open never opens: the next attempt needs another connection.
    if (!used.isOpen()) {
      used.close()
      if (database === used) database = undefined
    }
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the files of a draft in the order in which they were added; undefined if storage fails or does not respond. */
export async function readDraftFiles(slot: DraftSlot): Promise<DraftFile[] | undefined> {
  const rows = await readRows(slot)
  return rows && filesOf(rows)
}

/** Returns undefined if storage fails or does not respond. */
async function readRows(slot: DraftSlot): Promise<Row[] | undefined> {
  const rows = await attempt((files) => files.where('slot').equals(slotName(slot)).toArray(), undefined)
  return rows?.toSorted((a, b) => a.addedAt - b.addedAt)
}

const filesOf = (rows: readonly Row[]): DraftFile[] =>
  rows.map(({ slot: _, addedAt: __, isAfterText: ___, ...file }) => file)

/**
 * Returns the files of a draft when its form opens. Files without a text are those of an entry that was saved, or of a
 * draft that was discarded, just before the app ended. They are deleted; those of an older build only if the deletion
 * of the text is recorded. Returns undefined if storage fails or does not respond.
 */
export async function restoreDraftFiles(slot: DraftSlot): Promise<DraftFile[] | undefined> {
  // Read first: a file that is added meanwhile belongs to the next entry.
  const reading = readRows(slot)
  const text = await textState(slot)
  const rows = await reading
  if (!rows) return undefined
  if (text === 'present') return filesOf(rows)
  const isOld = (row: Row) => text === 'deleted' || row.isAfterText === true
  await deleteDraftFiles(rows.filter(isOld).map(({ id }) => id))
  return filesOf(rows.filter((row) => !isOld(row)))
}

/** Stores a file. The text of the draft must be stored before, because it decides whether the file is restored. */
export function writeDraftFile(slot: DraftSlot, file: DraftFile): Promise<unknown> {
  const row: Row = { ...file, slot: slotName(slot), addedAt: Date.now(), isAfterText: true }
  return attempt((files) => files.put(row), '')
}

/** Deletes files by id: those that an entry now has, or one that the user removed. */
export function deleteDraftFiles(ids: readonly string[]): Promise<void> {
  return attempt((files) => files.bulkDelete([...ids]), undefined)
}

/** Deletes the files of all drafts of a user in a fleet. */
export function deleteDraftFilesOf(user: Omit<DraftSlot, 'form'>): Promise<unknown> {
  return attempt((files) => files.where('slot').startsWith(ownPrefix(user)).delete(), 0)
}

/** Deletes all files of a draft that the user discarded. */
export function deleteAllDraftFiles(slot: DraftSlot): Promise<unknown> {
  return attempt((files) => files.where('slot').equals(slotName(slot)).delete(), 0)
}
