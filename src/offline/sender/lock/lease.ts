import type { Clock } from '#src/offline/model/clock.ts'
import { readMeta, writeMeta } from '#src/offline/storage/meta.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { storageFault } from '#src/offline/storage/storage-errors.ts'
import type { Store } from '#src/offline/storage/store.ts'

const LEASE_MS = 45_000
const HEARTBEAT_MS = 15_000

/** Another tab or worker has taken over. The run that detects this ends without writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export interface HeldLease {
  epoch: number
  /** Rejects writes of a run that was taken over. Within `Store.write`. @throws LeaseLost */
  check(db: OutboxDb): Promise<void>
  release(): Promise<void>
}

/**
 * Takes the lease for one run, by compare-and-set on a row. It is the guard where there are no Web Locks, and the mark
 * by which writes of an overtaken run are refused (docs/offline.md rows 3 and 35).
 * @param holdsLock this sender holds the Web Lock, so the lease's owner is gone or frozen: the lease is taken over at
 * once
 * @returns null while another sender holds it
 */
export async function takeLease(
  store: Store,
  clock: Clock,
  owner: string,
  holdsLock: boolean,
): Promise<HeldLease | null> {
  try {
    return await takeRecordedLease(store, clock, owner, holdsLock)
  } catch (error) {
    if (!holdsLock || storageFault(error) !== 'quota') throw error
    return leaseOfLock(store)
  }
}

/**
 * On a full disk the Web Lock alone is the right to send. The lease is deleted, because it could not be renewed; a
 * later takeover with a recorded lease is still detected.
 */
async function leaseOfLock(store: Store): Promise<HeldLease> {
  const epochOf = async (db: OutboxDb) => (await readMeta(db, 'lease'))?.epoch ?? 0
  await store.write(() => store.db.meta.delete('lease'))
  return {
    epoch: 0,
    async check(db) {
      if ((await epochOf(db)) !== 0) throw new LeaseLost()
    },
    release: async () => {},
  }
}

async function takeRecordedLease(
  store: Store,
  clock: Clock,
  owner: string,
  holdsLock: boolean,
): Promise<HeldLease | null> {
  const epoch = await store.writeForSending(async () => {
    const lease = await readMeta(store.db, 'lease')
    const now = clock.now()
    // A lease that ends later than any lease can was written under a clock that has been set back.
    const isHeld = lease !== null && lease.expiresAt > now && lease.expiresAt <= now + LEASE_MS
    if (isHeld && !holdsLock && lease.owner !== owner) return null
    // A full disk may have deleted the last lease; the clock is ahead of any number that counts runs.
    const next = lease ? lease.epoch + 1 : Math.max(1, Math.floor(now))
    await writeMeta(store.db, 'lease', { owner, epoch: next, expiresAt: now + LEASE_MS })
    return next
  })
  if (epoch === null) return null
  const isMine = async (db: OutboxDb) => (await readMeta(db, 'lease'))?.epoch === epoch
  const extend = () =>
    store.writeForSending(async () => {
      if (!(await isMine(store.db))) return
      await writeMeta(store.db, 'lease', { owner, epoch, expiresAt: clock.now() + LEASE_MS })
    })
  const stopBeating = every(clock, HEARTBEAT_MS, () => extend().catch(() => {}))
  return {
    epoch,
    async check(db) {
      if (!(await isMine(db))) throw new LeaseLost()
    },
    async release() {
      stopBeating()
      await store.writeForSending(async () => {
        if (await isMine(store.db)) await writeMeta(store.db, 'lease', { owner, epoch, expiresAt: 0 })
      })
    },
  }
}

function every(clock: Clock, ms: number, act: () => void): () => void {
  let cancel = clock.after(ms, beat)
  function beat() {
    act()
    cancel = clock.after(ms, beat)
  }
  return () => cancel()
}
