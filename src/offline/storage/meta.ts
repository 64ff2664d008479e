import type { DuplicateWarning } from '#src/offline/model/api/outbox-api.ts'
import { type QueueCounts, ZERO_COUNTS } from '#src/offline/model/op-row.ts'
import { countRows } from './count-rows.ts'
import type { OutboxDb } from './outbox-db.ts'

export interface Lease {
  owner: string
  /** Rises with every take-over: writes under an older one are refused. */
  epoch: number
  expiresAt: number
}

/** What the table `meta` can hold, and what counts where a value is missing. */
export interface Meta {
  /** Last number given to an operation. */
  seq: number
  /** Missing: to be counted, since a full disk took rows away without them. */
  counters: QueueCounts
  lease: Lease | null
  /** 'auth': nothing is sent until this user signs in again. */
  pausedFor: 'auth' | null
  /** Set by sign-out: no tab or worker sends for this user until the next sign-in. */
  lockedAt: number | null
  lastAckAt: number | null
  /** Life of the server's database that the receipts were held against last, and when. */
  receiptsHeldAgainst: { epoch: string | null; at: number } | null
  /** Arrived entries that may be the same job as another one, while the person has not decided (docs/offline.md row 25). */
  sameJobs: DuplicateWarning[]
  /** Value of the header App-Name, for the worker, which has no page to read it from. */
  appName: string
  /**
   * The mark that every attempt is noted in its row. A full disk takes no notes, so the mark is deleted before the first
   * attempt without one; while it is missing, an operation without a noted attempt may have been sent all the same.
   */
  attemptsNoted: boolean
}
const ABSENT: Meta = {
  seq: 0,
  counters: ZERO_COUNTS,
  lease: null,
  pausedFor: null,
  lockedAt: null,
  lastAckAt: null,
  receiptsHeldAgainst: null,
  sameJobs: [],
  appName: '',
  attemptsNoted: false,
}

export async function readMeta<K extends keyof Meta>(db: OutboxDb, key: K): Promise<Meta[K]> {
  const row = await db.meta.get(key)
  if (row === undefined && key === 'counters') return (await countRows(db)) as Meta[K]
  return row === undefined ? ABSENT[key] : whole(key, row.v as Meta[K])
}

/** Counters that an earlier build wrote lack what it did not count; the sweep at boot counts again. */
const whole = <K extends keyof Meta>(key: K, value: Meta[K] | unknown): Meta[K] =>
  (key === 'counters' ? { ...ZERO_COUNTS, ...(value as QueueCounts) } : value) as Meta[K]

/** All of it at once: one read for what would be a transaction each. */
export async function readAllMeta(db: OutboxDb): Promise<Meta> {
  const rows = await db.meta.toArray()
  const kept = Object.fromEntries(rows.map((row) => [row.k, whole(row.k as keyof Meta, row.v)]))
  return { ...ABSENT, ...('counters' in kept ? {} : { counters: await countRows(db) }), ...kept }
}

export async function writeMeta<K extends keyof Meta>(db: OutboxDb, key: K, value: Meta[K]): Promise<void> {
  await db.meta.put({ k: key, v: value })
}
