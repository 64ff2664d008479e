import Dexie from 'dexie'
import { isSameScope, type Scope, scopeOfOutbox } from '#src/offline/model/scope.ts'
import { addHeld, countHeld, type Held, heldSum, NOTHING_HELD } from '#src/offline/model/unsent-count.ts'
import { type Exported, exported, onOwnConnection } from './export.ts'
import { readMeta, writeMeta } from './meta.ts'
import { type DeviceStorage, type OutboxDb, outboxDb } from './outbox-db.ts'

/** Every outbox on this device. Empty where the browser does not list databases. */
export async function outboxesHere(storage: DeviceStorage = {}): Promise<Scope[]> {
  const names = storage.indexedDB
    ? (await (storage.indexedDB as IDBFactory).databases()).map(({ name }) => name ?? '')
    : await Dexie.getDatabaseNames()
  return names.map(scopeOfOutbox).filter((scope) => scope !== null)
}

/** Sees to it that nothing of other users or fleets leaves while this one is signed in (docs/offline.md row 19). */
export async function lockOthers(scope: Scope, storage: DeviceStorage = {}): Promise<void> {
  await eachOther(scope, storage, async (db) => {
    if ((await readMeta(db, 'lockedAt')) === null) await writeMeta(db, 'lockedAt', Date.now())
  })
}

/** What waits on this device for other users; never what they are. */
export async function waitingForOthers(scope: Scope, storage: DeviceStorage = {}): Promise<Held> {
  let waiting = NOTHING_HELD
  await eachOther(scope, storage, async (db, { userId }) => {
    if (userId !== scope.userId) waiting = addHeld(waiting, await heldIn(db))
  })
  return waiting
}

/** Fleets that this same user left entries in: they are sent when the session stands there again, never from elsewhere. */
export async function waitingElsewhere(
  scope: Scope,
  storage: DeviceStorage = {},
): Promise<{ tenantId: number; waiting: Held }[]> {
  const found: { tenantId: number; waiting: Held }[] = []
  await eachOther(scope, storage, async (db, { userId, tenantId }) => {
    if (userId !== scope.userId) return
    const waiting = await heldIn(db)
    if (heldSum(waiting) > 0) found.push({ tenantId, waiting })
  })
  return found
}

/**
 * Everything that this same user left in another fleet, to be taken off the device: also where they may not go any more,
 * and so will never send it. null: there is no such outbox here.
 */
export async function exportedElsewhere(
  { userId }: Scope,
  tenantId: number,
  storage: DeviceStorage = {},
): Promise<Exported | null> {
  const wanted = { tenantId, userId }
  const isHere = (await outboxesHere(storage)).some((other) => isSameScope(wanted, other))
  return isHere ? onOwnConnection(outboxDb(wanted, storage), (db) => exported(db, 'all')) : null
}

const heldIn = async (db: OutboxDb): Promise<Held> => countHeld(await db.ops.toArray())

async function eachOther(
  scope: Scope,
  storage: DeviceStorage,
  act: (db: OutboxDb, scope: Scope) => Promise<void>,
): Promise<void> {
  for (const other of await outboxesHere(storage)) {
    if (isSameScope(scope, other)) continue
    const db = outboxDb(other, storage)
    try {
      await act(db, other)
    } finally {
      db.close()
    }
  }
}
