import { Dexie, type Table } from 'dexie'
import type { PreparedFile } from '#src/lib/photo/prepare-file.ts'
import { type DraftSlot, ownPrefix, slotName } from './draft-storage.ts'

/** A file of a form that is not saved yet; its id is the one that the document will have. */
export interface DraftFile extends PreparedFile {
  id: string
}

interface Row extends DraftFile {
  slot: string
  addedAt: number
}

/** Files of drafts only: not the outbox and not the cache, which other code owns and empties. */
function openDatabase() {
  const database = new Dexie('wheelbook-drafts') as Dexie & { files: Table<Row, string> }
  database.version(1).stores({ files: 'id, slot' })
  return database
}

let database: ReturnType<typeof openDatabase> | undefined

/** Runs a read or write; a browser that keeps nothing costs the survival of the file, not the form. */
async function attempt<T>(work: (files: Table<Row, string>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    database ??= openDatabase()
    return await work(database.files)
  } catch (error) {
    console.error('The files of a draft cannot be kept', error)
    return otherwise
  }
}

/** The files of a draft in the order in which they were added. */
export async function readDraftFiles(slot: DraftSlot): Promise<DraftFile[]> {
  const rows = await attempt((files) => files.where('slot').equals(slotName(slot)).toArray(), [])
  return rows.toSorted((a, b) => a.addedAt - b.addedAt).map(({ slot: _, addedAt: __, ...file }) => file)
}

export function writeDraftFile(slot: DraftSlot, file: DraftFile): Promise<unknown> {
  return attempt((files) => files.put({ ...file, slot: slotName(slot), addedAt: Date.now() }), '')
}

export function deleteDraftFile(id: string): Promise<void> {
  return attempt((files) => files.delete(id), undefined)
}

/** The files of all drafts of a user in a fleet. */
export function deleteDraftFilesOf(user: Omit<DraftSlot, 'form'>): Promise<unknown> {
  return attempt((files) => files.where('slot').startsWith(ownPrefix(user)).delete(), 0)
}

/** All files of a draft: after its entry was committed, or when the person threw the draft away. */
export function deleteAllDraftFiles(slot: DraftSlot): Promise<unknown> {
  return attempt((files) => files.where('slot').equals(slotName(slot)).delete(), 0)
}
