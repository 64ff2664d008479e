import { createHmac } from 'node:crypto'
import type { SignInEntry } from '#contract/access/sign-ins.ts'
import type { Queryable } from '#server/db/database.ts'
import { readSecret } from '#server/integrations/secrets.ts'
import { networkOf } from '#server/modules/access/session/limits.ts'
import type { UseCase } from '#server/use-case.ts'
import { shortNetwork } from './short-network.ts'
import {
  beginLockout,
  endLockout,
  insertByAddress,
  newestOf,
  type RequestOrigin,
  recordSignInEvents,
  type SignInMethod,
  type TypedAddress,
} from './sign-ins.repository.ts'

// The log of sign-ins (S-32, decision 42). Rows are only added, and deleted after 400 days.

export { type RequestOrigin, recordSignInEvents, type SignInMethod }

/** Records a failed sign-in at an address, with `method` if it came from a remembered device. */
export async function recordFailedSignIn(
  tx: Queryable,
  typed: string,
  origin: RequestOrigin,
  method: SignInMethod,
): Promise<void> {
  await insertByAddress(tx, await addressOf(tx, typed), origin, { act: 'sign_in_failed', method })
}

export async function recordResetRequest(db: Queryable, typed: string, origin: RequestOrigin): Promise<void> {
  await insertByAddress(db, await addressOf(db, typed), origin, { act: 'reset_requested' })
}

/**
 * Records that an account, or a remembered device of it, reached the limit. The first failure of a lockout adds a row.
 * For an account it also enqueues the email job, even for unknown addresses, so that both take the same time.
 */
export async function lockAccount(
  { tx, ports }: Pick<UseCase<'jobs'>, 'tx' | 'ports'>,
  { account, typed, device }: { account: Buffer; typed: string; device: string | null },
  origin: RequestOrigin,
): Promise<void> {
  const hasBegun = await beginLockout(tx, {
    subject: device ?? accountSubject(account),
    user: { email: typed.toLowerCase() },
    network: networkOf(origin.ip),
    isMailed: device === null,
  })
  if (!hasBegun) return
  const method = device === null ? 'password' : 'device'
  await insertByAddress(tx, await addressOf(tx, typed), origin, { act: 'locked_out', method })
  if (device === null) await ports.jobs.enqueue(tx, 'lockout-notices', {})
}

/** Records that a network has failed at too many accounts. */
export async function lockNetwork(tx: Queryable, origin: RequestOrigin): Promise<void> {
  const network = networkOf(origin.ip)
  const subject = `source:${network}`
  if (await beginLockout(tx, { subject, user: null, network, isMailed: false }))
    await recordSignInEvents(tx, { userId: null }, origin, [{ act: 'locked_out', reason: 'too_many' }])
}

/** Records that a user's daily guesses at one-time passwords are used up, so someone has the password. */
export async function lockCodes(
  { tx, ports }: Pick<UseCase<'jobs'>, 'tx' | 'ports'>,
  userId: number,
  origin: RequestOrigin,
): Promise<void> {
  const network = networkOf(origin.ip)
  const lockout = { subject: codeSubject(userId), user: { userId }, network, isMailed: true }
  if (!(await beginLockout(tx, lockout))) return
  await recordSignInEvents(tx, { userId }, origin, [
    { act: 'locked_out', method: 'code', reason: 'too_many' },
  ])
  await ports.jobs.enqueue(tx, 'lockout-notices', {})
}

/** Ends the lockout of an account after its owner verified the email address. */
export const unlockAccount = (db: Queryable, account: Buffer) => endLockout(db, accountSubject(account))

/** Ends the lockout of a user's one-time passwords. */
export const unlockCodes = (db: Queryable, userId: number) => endLockout(db, codeSubject(userId))

/** Returns the user's own entries, newest first, with shortened networks. */
export async function listSignIns(db: Queryable, userId: number): Promise<SignInEntry[]> {
  const entries = await newestOf(db, userId)
  return entries.map((entry) => ({ ...entry, network: shortNetwork(entry.network) }))
}

const codeSubject = (userId: number) => `code:${userId}`
const accountSubject = (account: Buffer) => `account:${account.toString('hex')}`

async function addressOf(db: Queryable, typed: string): Promise<TypedAddress> {
  const email = typed.toLowerCase()
  const key = await readSecret(db, 'sign_in_trail')
  return { email, hash: createHmac('sha256', key).update(email).digest() }
}
