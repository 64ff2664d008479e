import { PROBLEMS } from '#contract/core/problems.ts'
import type { Transaction } from '#server/db/database.ts'
import { isLockTimeout } from '#server/db/database-errors.ts'
import { sql } from '#server/db/sql.ts'
import { CallAfterCommit } from '#server/external-call.ts'
import type { WriteResult } from '#server/http/calls/call-context.ts'
import { Problem, type ProblemDetails } from '#server/problem.ts'
import type { Fingerprints } from './fingerprint.ts'

/** Outcome of a write: its result, or the problem to throw once it is stored. */
export type WriteOutcome<T> =
  | { written: WriteResult<T>; isReplay: boolean }
  | { refused: Problem; isReplay: boolean }

export interface KeyedWrite {
  key: string
  /** Owner of the key: a user or the shop of an order. */
  owner: { userId: number } | { orderId: number }
  fleetId: number
  route: string
  fingerprints: Fingerprints
}

interface KeyRow {
  route: string
  fingerprint: Buffer
  status: number
  body: unknown
}

/**
 * Problems that do not concern the entry itself. A retry may succeed, so they are not stored
 * (docs/offline.md#protocol). A digest mismatch means that bytes were damaged in transit, a wrong offset that some are
 * missing. A vehicle that is not found may come back, or may just have been transferred.
 */
const TEMPORARY = new Set<Problem['code']>([
  'not_signed_in',
  'not_found',
  'too_many',
  'too_many_codes',
  'in_progress',
  'wrong_offset',
  'precondition_missing',
  'digest_mismatch',
  'storage_full',
  'payment_running',
  'payment_unknown',
  // Another file of the fleet is being processed.
  'upload_running',
])
const isFinal = (problem: Problem) =>
  PROBLEMS[problem.code] < 500 && PROBLEMS[problem.code] !== 401 && !TEMPORARY.has(problem.code)

/**
 * Runs `work` exactly once per key, all in the transaction `tx`. The key is inserted first, and a concurrent request
 * with the same key waits for that commit. Then the effect happens, then the response is stored with the key. Any error
 * that is thrown rolls back all three, so that a retry starts over. A `CallAfterCommit` commits the effect without the
 * key, because the response is not known yet. Without a key, only runs `work`.
 */
export async function runOnce<T extends object, Call extends CallAfterCommit = never>(
  tx: Transaction,
  write: KeyedWrite | null,
  work: () => Promise<WriteResult<T> | Call>,
): Promise<WriteOutcome<T> | Call> {
  if (!write) {
    const written = await work()
    return written instanceof CallAfterCommit ? written : { written, isReplay: false }
  }
  if (!(await claim(tx, write))) return replay<T>(tx, write)
  try {
    const written = await tx.attempt(work)
    if (written instanceof CallAfterCommit) {
      await unclaim(tx, write)
      return written
    }
    await store(tx, write, written.status ?? 200, written.body)
    return { written, isReplay: false }
  } catch (error) {
    if (!(error instanceof Problem) || !isFinal(error)) throw error
    await store(tx, write, PROBLEMS[error.code], { code: error.code, details: error.details })
    return { refused: error, isReplay: false }
  }
}

/** Returns the stored outcome of a key that was used before. Null: the key is new. */
export async function findStoredOutcome<T extends object>(
  tx: Transaction,
  write: KeyedWrite,
): Promise<WriteOutcome<T> | null> {
  const known = await tx.query(sql`
    select 1 from ${tableOf(write)} where ${ownerColumn(write)} = ${ownerOf(write)} and key = ${write.key}`)
  return known.length > 0 ? replay<T>(tx, write) : null
}

/**
 * Returns the stored success of a key, regardless of the content of the request. Null: the key is new, was rejected, or belongs
 * to another call or fleet. Waits for a concurrent request with the key.
 */
export async function findStoredSuccess<T extends object>(
  tx: Transaction,
  write: KeyedWrite,
): Promise<WriteOutcome<T> | null> {
  if (await claim(tx, write)) {
    await unclaim(tx, write)
    return null
  }
  const row = await readStored(tx, write)
  if (!row || row.route !== write.route || row.status >= 400) return null
  await noteReplay(tx, write)
  return replayed<T>(row)
}

async function claim(tx: Transaction, write: KeyedWrite): Promise<boolean> {
  try {
    const claimed = await tx.query(sql`
      insert into ${tableOf(write)} (${ownerColumn(write)}, key, fleet_id, route, fingerprint)
      values (${ownerOf(write)}, ${write.key}, ${write.fleetId}, ${write.route}, ${write.fingerprints[0]})
      on conflict do nothing returning 1`)
    return claimed.length > 0
  } catch (error) {
    if (isLockTimeout(error)) throw new Problem('in_progress', { retryAfter: 2 })
    throw error
  }
}

async function unclaim(tx: Transaction, write: KeyedWrite): Promise<void> {
  await tx.query(sql`
    delete from ${tableOf(write)} where ${ownerColumn(write)} = ${ownerOf(write)} and key = ${write.key}`)
}

async function store(tx: Transaction, write: KeyedWrite, status: number, body: object) {
  // Stored as text, so that the replay is identical to the first response.
  await tx.query(sql`
    update ${tableOf(write)} set status = ${status}, body = to_jsonb(${JSON.stringify(body)}::text)
    where ${ownerColumn(write)} = ${ownerOf(write)} and key = ${write.key}`)
}

const tableOf = ({ owner }: KeyedWrite) =>
  'userId' in owner ? sql`idempotency_keys` : sql`shop_idempotency_keys`
const ownerColumn = ({ owner }: KeyedWrite) => ('userId' in owner ? sql`user_id` : sql`order_id`)
const ownerOf = ({ owner }: KeyedWrite) => ('userId' in owner ? owner.userId : owner.orderId)

/** Extends the life of a key: the device keeps its receipt from this response on (decision 10). */
async function noteReplay(tx: Transaction, write: KeyedWrite): Promise<void> {
  await tx.query(sql`
    update ${tableOf(write)} set replayed_at = now()
    where ${ownerColumn(write)} = ${ownerOf(write)} and key = ${write.key}`)
}

async function readStored(tx: Transaction, write: KeyedWrite): Promise<KeyRow | undefined> {
  const [row] = await tx.query<KeyRow>(sql`
    select route, fingerprint, status, body from ${tableOf(write)}
    where ${ownerColumn(write)} = ${ownerOf(write)} and key = ${write.key} and fleet_id = ${write.fleetId}`)
  return row
}

async function replay<T extends object>(tx: Transaction, write: KeyedWrite): Promise<WriteOutcome<T>> {
  const row = await readStored(tx, write)
  // No row: the key belongs to another fleet that this user acted for.
  if (!row || !write.fingerprints.some((fingerprint) => fingerprint.equals(row.fingerprint)))
    throw new Problem('key_reused')
  await noteReplay(tx, write)
  return replayed(row)
}

function replayed<T extends object>({ status, body: text }: KeyRow): WriteOutcome<T> {
  const body: unknown = JSON.parse(String(text))
  if (status < 400)
    return {
      written: { body: body as T, status: status === 201 || status === 202 ? status : 200 },
      isReplay: true,
    }
  const { code, details } = body as { code: Problem['code']; details: ProblemDetails }
  return { refused: new Problem(code, details), isReplay: true }
}
