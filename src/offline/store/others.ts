import Dexie from 'dexie'
import { isSameScope, type Scope, scopeOfOutbox } from '../scope.ts'
import { readMeta, writeMeta } from './meta.ts'
import { type DeviceStorage, type OutboxDb, outboxDb } from './outbox-db.ts'

/** Every outbox on this device. Empty where the browser does not list databases. */
export async function outboxesHere(storage: DeviceStorage = {}): Promise<Scope[]> {
  const names = storage.indexedDB
    ? (await (storage.indexedDB as IDBFactory).databases()).map(({ name }) => name ?? '')
    : await Dexie.getDatabaseNames()
  return names.map(scopeOfOutbox).filter((scope) => scope !== null)
}

/** Sees to it that nothing of other users or fleets leaves while this one is signed in (offline.md §2 row 19). */
export async function lockOthers(scope: Scope, storage: DeviceStorage = {}): Promise<void> {
  await eachOther(scope, storage, async (db) => {
    if ((await readMeta(db, 'lockedAt')) === null) await writeMeta(db, 'lockedAt', Date.now())
  })
}

/** How many entries and files wait on this device for others; never what they are. */
export async function waitingForOthers(scope: Scope, storage: DeviceStorage = {}): Promise<number> {
  let waiting = 0
  await eachOther(scope, storage, async (db) => {
    const { entries, needsYou } = await readMeta(db, 'counters')
    waiting += entries + needsYou
  })
  return waiting
}

async function eachOther(
  scope: Scope,
  storage: DeviceStorage,
  act: (db: OutboxDb) => Promise<void>,
): Promise<void> {
  for (const other of await outboxesHere(storage)) {
    if (isSameScope(scope, other)) continue
    const db = outboxDb(other, storage)
    try {
      await act(db)
    } finally {
      db.close()
    }
  }
}
