import type { DuplicateWarning } from '#src/offline/model/api/outbox-api.ts'
import { type QueueCounts, ZERO_COUNTS } from '#src/offline/model/op-row.ts'
import { countRows } from './count-rows.ts'
import type { OutboxDb } from './outbox-db.ts'

interface Lease {
  owner: string
  /** Incremented with every takeover: writes under an older epoch are refused. */
  epoch: number
  expiresAt: number
}

/** The values of the table `meta`, with defaults for missing ones. */
export interface Meta {
  /** Last sequence number assigned to an operation. */
  seq: number
  /** Missing: to be recounted, because a full disk removed rows without updating them. */
  counters: QueueCounts
  lease: Lease | null
  /** 'auth': nothing is sent until this user signs in again. */
  pausedFor: 'auth' | null
  /** Set by sign-out: no tab or worker sends for this user until the next sign-in. */
  lockedAt: number | null
  /** How often this user's queue was resumed, at a start of the app or a sign-in. */
  resumes: number
  lastAckAt: number | null
  /** Epoch of the server's database at the last receipt check, and its time. */
  receiptsHeldAgainst: { epoch: string | null; at: number } | null
  /** The latest receipt check that has begun; null: another became due since. Only this check counts when it ends. */
  receiptCheck: string | null
  /** Arrived entries that may be duplicates, until the user has decided (docs/offline.md row 25). */
  sameJobs: DuplicateWarning[]
  /**
   * Value of the header App-Name for the worker, which has no page to read it from. The default is for a full disk that
   * could not store it: the server accepts any name, but refuses writes without one.
   */
  appName: string
  /**
   * Whether every attempt is recorded in its row. A full disk prevents records, so the flag is deleted before the first
   * unrecorded attempt. While it is missing, an operation without a recorded attempt may have been sent.
   */
  attemptsNoted: boolean
}
const ABSENT: Meta = {
  seq: 0,
  counters: ZERO_COUNTS,
  lease: null,
  pausedFor: null,
  lockedAt: null,
  resumes: 0,
  lastAckAt: null,
  receiptsHeldAgainst: null,
  receiptCheck: null,
  sameJobs: [],
  appName: 'wheelbook',
  attemptsNoted: false,
}

export async function readMeta<K extends keyof Meta>(db: OutboxDb, key: K): Promise<Meta[K]> {
  const row = await db.meta.get(key)
  if (row === undefined && key === 'counters') return (await countRows(db)) as Meta[K]
  return row === undefined ? ABSENT[key] : whole(key, row.v as Meta[K])
}

/** Counters of an earlier build lack newer fields; the sweep at boot recounts. */
const whole = <K extends keyof Meta>(key: K, value: Meta[K] | unknown): Meta[K] =>
  (key === 'counters' ? { ...ZERO_COUNTS, ...(value as QueueCounts) } : value) as Meta[K]

/** Reads all values at once, in one request. */
export async function readAllMeta(db: OutboxDb): Promise<Meta> {
  const rows = await db.meta.toArray()
  const meta = Object.fromEntries(rows.map((row) => [row.k, whole(row.k as keyof Meta, row.v)]))
  return { ...ABSENT, ...('counters' in meta ? {} : { counters: await countRows(db) }), ...meta }
}

export async function writeMeta<K extends keyof Meta>(db: OutboxDb, key: K, value: Meta[K]): Promise<void> {
  await db.meta.put({ k: key, v: value })
}

/**
 * Makes a check of receipts due, until one that begins later is complete. Deleting works on a full disk. Within
 * `Store.write`.
 */
export const markReceiptsDue = (db: OutboxDb): Promise<void> =>
  db.meta.bulkDelete(['receiptsHeldAgainst', 'receiptCheck'])
