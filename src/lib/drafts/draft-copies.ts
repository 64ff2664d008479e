// Copies of all drafts in IndexedDB. Chromium writes localStorage to disk up to a minute late, so a killed browser would
// lose what was typed, and would restore a draft that was saved. IndexedDB reaches the operating system within
// milliseconds.

import { draftLocks } from './draft-locks.ts'

/** The copy of one draft. */
interface Copy {
  slot: string
  /** As in localStorage; null: the draft was deleted. */
  text: string | null
  /** Milliseconds since 1970. */
  at: number
}

const DATABASE = 'wheelbook-draft-copies'
const STORE = 'drafts'
/** How long deletions are stored. A browser has written localStorage long before. */
const DELETION_MS = 7 * 24 * 3_600_000
/** How long to wait for a tab that is closing a draft or restoring it. */
const LOCK_MS = 500

let opening: Promise<IDBDatabase> | undefined
let applying: Promise<void> | undefined
/** Copies to be written, the newest of each draft. */
const waiting = new Map<string, Copy>()
let writing: Promise<void> | undefined
/** Drafts that this page wrote or deleted: localStorage is newer than their copies. */
const changed = new Set<string>()

/**
 * Copies the current state of a draft. Resolves when it is written. Never rejects; a failed copy costs nothing but the
 * protection against a kill.
 */
export function copyDraft(slot: string, text: string | null, at: number): Promise<void> {
  changed.add(slot)
  waiting.set(slot, { slot, text, at })
  writing ??= writeCopies()
  return writing
}

/** Records all drafts whose names start with a prefix as deleted, also those that localStorage lost. */
export function deleteCopiesOf(prefix: string, at: number): Promise<void> {
  return inStore('readwrite', (store) => {
    const names = store.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`))
    names.onsuccess = () => {
      for (const slot of names.result) store.put({ slot, text: null, at })
    }
  })
}

async function writeCopies(): Promise<void> {
  try {
    while (waiting.size > 0) {
      const copies = [...waiting.values()]
      waiting.clear()
      await inStore('readwrite', (store) => {
        for (const copy of copies) store.put(copy)
      })
    }
  } catch {
    // Blocked or full: localStorage has the draft.
  } finally {
    writing = undefined
  }
}

/** Returns whether the copy of a draft has its text or records its deletion. */
export async function copyState(slot: string): Promise<'present' | 'deleted' | 'absent'> {
  const copy = await readCopy(slot)
  if (!copy) return 'absent'
  return copy.text === null ? 'deleted' : 'present'
}

/** Brings localStorage up to date with the copies, once per page. Rejects if a draft could not be restored. */
export function applyCopies(): Promise<void> {
  applying ??= apply()
  return applying
}

async function apply(): Promise<void> {
  const copies: Copy[] = []
  await inStore('readonly', (store) => {
    const request: IDBRequest<Copy[]> = store.getAll()
    request.onsuccess = () => copies.push(...request.result)
  })
  const outdated = copies.filter(({ text, at }) => text === null && at < Date.now() - DELETION_MS)
  for (const { slot, text, at } of copies) {
    if (changed.has(slot) || text !== null) continue
    const storedAt = savedAtOf(localStorage.getItem(slot))
    if (storedAt > 0 && storedAt <= at) localStorage.removeItem(slot)
  }
  // If storage is too full for one draft, the others are restored and old deletions are still purged.
  const restoring = copies.filter(isNewer).map(({ slot }) => restore(slot))
  await Promise.allSettled(restoring)
  if (outdated.length > 0)
    await inStore('readwrite', (store) => {
      for (const { slot } of outdated) store.delete(slot)
    })
  await Promise.all(restoring)
}

/** Whether localStorage has lost the text of a copy, or another tab has just deleted the draft. */
const isNewer = ({ slot, text, at }: Copy): boolean =>
  text !== null && !changed.has(slot) && at > savedAtOf(localStorage.getItem(slot))

/**
 * Restores a draft from its copy, unless another tab has it open. A tab that deletes a draft holds its lock until the
 * deletion is copied. So a copy that is read under the lock distinguishes a lost draft from a deleted one. Without Web
 * Locks, the draft is restored without a lock, because the lease of a killed browser would prevent it.
 */
async function restore(slot: string): Promise<void> {
  const locks = draftLocks()
  const release = locks.endsWithTab ? await locks.take(slot, LOCK_MS) : async () => {}
  if (!release) return
  try {
    const copy = await readCopy(slot)
    if (copy && isNewer(copy)) localStorage.setItem(slot, copy.text ?? '')
  } finally {
    await release()
  }
}

async function readCopy(slot: string): Promise<Copy | undefined> {
  let copy: Copy | undefined
  await inStore('readonly', (store) => {
    const request: IDBRequest<Copy | undefined> = store.get(slot)
    request.onsuccess = () => {
      copy = request.result
    }
  })
  return copy
}

/** When a draft in localStorage was written; 0: there is none. */
function savedAtOf(text: string | null): number {
  try {
    const { savedAt } = JSON.parse(text ?? '{}') as { savedAt?: unknown }
    return typeof savedAt === 'number' ? savedAt : 0
  } catch {
    return 0
  }
}

/** Runs one transaction and waits until it is complete. */
async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => void): Promise<void> {
  opening ??= openDatabase()
  const database = await opening
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    work(transaction.objectStore(STORE))
  })
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'slot' })
    // The next call opens it again.
    const forget = () => {
      opening = undefined
    }
    request.onerror = () => {
      forget()
      reject(request.error)
    }
    request.onsuccess = () => {
      const database = request.result
      database.onclose = forget
      // Otherwise this page would block a newer build that changes the database.
      database.onversionchange = () => {
        forget()
        database.close()
      }
      resolve(database)
    }
  })
}
