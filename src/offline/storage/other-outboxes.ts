import Dexie from 'dexie'
import type { EntryExport } from '#src/offline/model/api/outbox-api.ts'
import {
  isSameScope,
  outboxName,
  type Scope,
  scopeOfCache,
  scopeOfOutbox,
  scopeOfShopOutbox,
} from '#src/offline/model/scope.ts'
import {
  addUnsent,
  countUnsent,
  NO_UNSENT,
  totalUnsent,
  type UnsentCount,
} from '#src/offline/model/unsent-count.ts'
import { cacheDb } from './cache-db.ts'
import { exportRows, withOwnConnection } from './export.ts'
import { readMeta, writeMeta } from './meta.ts'
import { type DeviceStorage, type OutboxDb, outboxDb, readFilesWithoutBytes } from './outbox-db.ts'

/** Lists the outboxes of all users on this device. */
export async function listOutboxes(storage: DeviceStorage = {}): Promise<Scope[]> {
  return (await databaseNames(storage)).map(scopeOfOutbox).filter((scope) => scope !== null)
}

/** Lists the outboxes of all orders whose shop links were opened on this device. */
export async function listShopOutboxes(storage: DeviceStorage = {}): Promise<Scope[]> {
  return (await databaseNames(storage)).map(scopeOfShopOutbox).filter((scope) => scope !== null)
}

const databaseNames = async ({ indexedDB }: DeviceStorage): Promise<string[]> =>
  indexedDB
    ? (await (indexedDB as IDBFactory).databases()).map(({ name }) => name ?? '')
    : Dexie.getDatabaseNames()

/** Locks the outboxes of other users and fleets while this one is signed in (docs/offline.md row 19). */
export async function lockOtherOutboxes(scope: Scope, storage: DeviceStorage = {}): Promise<void> {
  await eachOther(scope, storage, async (db) => {
    try {
      if ((await readMeta(db, 'lockedAt')) === null) await writeMeta(db, 'lockedAt', Date.now())
    } catch (error) {
      // One outbox that cannot be opened must not leave the others unlocked.
      console.error('The outbox of another user could not be locked', error)
    }
  })
}

/**
 * Deletes the copies of other users and fleets on this device. They are left if someone signs in while another user is
 * signed in, because that user never signed out (ACC-134). Clears the databases instead of deleting them, which would
 * wait for each tab that has one open. A file that the server lost stays, because it is still to be delivered (ruling 25).
 */
export async function clearOtherCaches(scope: Scope, storage: DeviceStorage = {}): Promise<void> {
  const names = await databaseNames(storage)
  for (const name of names) {
    const other = scopeOfCache(name)
    if (!other || isSameScope(scope, other)) continue
    const db = cacheDb(other, storage)
    try {
      const rows = db.tables.filter((table) => table.name !== 'docBlobs')
      await db.transaction('rw', rows, async () => {
        for (const table of rows) await table.clear()
      })
      const needed = names.includes(outboxName(other))
        ? await readNeededFiles(other, storage)
        : new Set<string>()
      const copies = needed
        ? db.docBlobs.where('id').noneOf([...needed])
        : // What this device has sent may be needed; everything else can be fetched again.
          db.docBlobs.filter(({ isSent }) => isSent !== true)
      await copies.delete()
    } catch (error) {
      // The copies of the others are deleted although this database cannot be opened.
      console.error('The copies of another user could not be deleted', error)
    } finally {
      db.close()
    }
  }
}

/** Null: that outbox cannot be opened, for example because a newer build has changed it. */
async function readNeededFiles(scope: Scope, storage: DeviceStorage): Promise<ReadonlySet<string> | null> {
  try {
    return await withOwnConnection(outboxDb(scope, storage), readFilesWithoutBytes)
  } catch (error) {
    console.error('The outbox of another user could not be read', error)
    return null
  }
}

/** Counts the unsent entries of other users on this device, without their contents. */
export async function countForOtherUsers(scope: Scope, storage: DeviceStorage = {}): Promise<UnsentCount> {
  let waiting = NO_UNSENT
  await eachOther(scope, storage, async (db, { userId }) => {
    if (userId !== scope.userId) waiting = addUnsent(waiting, await countIn(db))
  })
  return waiting
}

/** Other fleets with unsent entries of this user. They are sent only in a session of that fleet. */
export async function countInOtherFleets(
  scope: Scope,
  storage: DeviceStorage = {},
): Promise<{ tenantId: number; waiting: UnsentCount }[]> {
  const found: { tenantId: number; waiting: UnsentCount }[] = []
  await eachOther(scope, storage, async (db, { userId, tenantId }) => {
    if (userId !== scope.userId) return
    const waiting = await countIn(db)
    if (totalUnsent(waiting) > 0) found.push({ tenantId, waiting })
  })
  return found
}

/**
 * Exports everything that this user left in another fleet, even if the user has lost access to it. Null: there is no
 * such outbox on this device.
 */
export async function exportFromOtherFleet(
  { userId }: Scope,
  tenantId: number,
  storage: DeviceStorage = {},
): Promise<EntryExport | null> {
  const wanted = { tenantId, userId }
  const isHere = (await listOutboxes(storage)).some((other) => isSameScope(wanted, other))
  return isHere ? withOwnConnection(outboxDb(wanted, storage), (db) => exportRows(db, 'all')) : null
}

const countIn = async (db: OutboxDb): Promise<UnsentCount> => countUnsent(await db.ops.toArray())

async function eachOther(
  scope: Scope,
  storage: DeviceStorage,
  act: (db: OutboxDb, scope: Scope) => Promise<void>,
): Promise<void> {
  for (const other of await listOutboxes(storage)) {
    if (isSameScope(scope, other)) continue
    const db = outboxDb(other, storage)
    try {
      await act(db, other)
    } finally {
      db.close()
    }
  }
}
