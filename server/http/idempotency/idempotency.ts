import { PROBLEMS } from '#contract/core/problems.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { WriteResult } from '#server/http/calls/call-context.ts'
import { isLockTimeout } from '#server/http/errors/database-errors.ts'
import { Problem, type ProblemDetails } from '#server/problem.ts'

/** What a write came to: its answer, or the refusal that is to be thrown once it is stored. */
export type WriteOutcome<T> =
  | { written: WriteResult<T>; isReplay: boolean }
  | { refused: Problem; isReplay: boolean }

export interface KeyedWrite {
  key: string
  /** Whose key it is: a user's, or that of an order's shop. */
  owner: { userId: number } | { orderId: number }
  fleetId: number
  route: string
  fingerprint: Buffer
}

interface KeyRow {
  fingerprint: Buffer
  status: number
  body: unknown
}

/**
 * Refusals that are no answer to the entry itself: the next try may well succeed, so they are not kept
 * (docs/offline.md#protocol). A broken digest means that the bytes were damaged on the way, a wrong offset that some are missing.
 */
const TEMPORARY = new Set<Problem['code']>([
  'not_signed_in',
  'too_many',
  'too_many_codes',
  'in_progress',
  'wrong_offset',
  'precondition_missing',
  'digest_mismatch',
  'storage_full',
  'payment_running',
  'payment_unknown',
])
const isFinal = (problem: Problem) =>
  PROBLEMS[problem.code] < 500 && PROBLEMS[problem.code] !== 401 && !TEMPORARY.has(problem.code)

/**
 * Runs `work` exactly once per key, all in the transaction `tx`: first the key is inserted (a second request with it
 * waits here for the first one's commit), then the effect happens, then the answer is stored beside the key.
 * Whatever throws out of here rolls back all three, so that the next try begins anew.
 */
export async function runOnce<T extends object>(
  tx: Transaction,
  write: KeyedWrite,
  work: () => Promise<WriteResult<T>>,
): Promise<WriteOutcome<T>> {
  if (!(await claim(tx, write))) return replay<T>(tx, write)
  try {
    const written = await tx.attempt(work)
    await store(tx, write, written.status ?? 200, written.body)
    return { written, isReplay: false }
  } catch (error) {
    if (!(error instanceof Problem) || !isFinal(error)) throw error
    await store(tx, write, PROBLEMS[error.code], { code: error.code, details: error.details })
    return { refused: error, isReplay: false }
  }
}

/** The stored answer to a key that was used before; null where it is new. */
export async function findStoredOutcome<T extends object>(
  tx: Transaction,
  write: KeyedWrite,
): Promise<WriteOutcome<T> | null> {
  const known = await tx.query(sql`
    select 1 from ${tableOf(write)} where ${ownerColumn(write)} = ${ownerOf(write)} and key = ${write.key}`)
  return known.length > 0 ? replay<T>(tx, write) : null
}

async function claim(tx: Transaction, write: KeyedWrite): Promise<boolean> {
  try {
    const claimed = await tx.query(sql`
      insert into ${tableOf(write)} (${ownerColumn(write)}, key, fleet_id, route, fingerprint)
      values (${ownerOf(write)}, ${write.key}, ${write.fleetId}, ${write.route}, ${write.fingerprint})
      on conflict do nothing returning 1`)
    return claimed.length > 0
  } catch (error) {
    if (isLockTimeout(error)) throw new Problem('in_progress', { retryAfter: 2 })
    throw error
  }
}

async function store(tx: Transaction, write: KeyedWrite, status: number, body: object) {
  // The answer is kept as text, so that the replay is the first answer letter for letter.
  await tx.query(sql`
    update ${tableOf(write)} set status = ${status}, body = to_jsonb(${JSON.stringify(body)}::text)
    where ${ownerColumn(write)} = ${ownerOf(write)} and key = ${write.key}`)
}

const tableOf = ({ owner }: KeyedWrite) =>
  'userId' in owner ? sql`idempotency_keys` : sql`shop_idempotency_keys`
const ownerColumn = ({ owner }: KeyedWrite) => ('userId' in owner ? sql`user_id` : sql`order_id`)
const ownerOf = ({ owner }: KeyedWrite) => ('userId' in owner ? owner.userId : owner.orderId)

async function replay<T extends object>(tx: Transaction, write: KeyedWrite): Promise<WriteOutcome<T>> {
  const [row] = await tx.query<KeyRow>(sql`
    select fingerprint, status, body from ${tableOf(write)}
    where ${ownerColumn(write)} = ${ownerOf(write)} and key = ${write.key} and fleet_id = ${write.fleetId}`)
  // No row: the key is of another fleet that this user stood in.
  if (!row?.fingerprint.equals(write.fingerprint)) throw new Problem('key_reused')
  const body: unknown = JSON.parse(String(row.body))
  if (row.status < 400) {
    return { written: { body: body as T, status: row.status === 201 ? 201 : 200 }, isReplay: true }
  }
  const { code, details } = body as { code: Problem['code']; details: ProblemDetails }
  return { refused: new Problem(code, details), isReplay: true }
}
