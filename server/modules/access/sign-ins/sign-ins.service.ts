import { createHmac } from 'node:crypto'
import type { SignInEntry } from '#contract/access/sign-ins.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { networkOf } from '#server/modules/access/session/limits.ts'
import { shortNetwork } from './short-network.ts'
import {
  beginLockout,
  endLockout,
  insertByAddress,
  insertEvents,
  newestOf,
  type RequestOrigin,
  type SignInMethod,
  type TypedAddress,
} from './sign-ins.repository.ts'

export type { RequestOrigin, SignInMethod }

const accountSubject = (account: Buffer) => `account:${account.toString('hex')}`

/** The log of sign-ins (S-32, decision 42). Rows are only added, and deleted after 400 days. */
export function signInTrail({ db, jobs }: { db: Database; jobs: Jobs }) {
  let key: Promise<string> | undefined
  const readKey = () => {
    key ??= db
      .query<{ value: string }>(sql`select value from secrets where name = 'sign_in_trail'`)
      .then(([row]) => {
        if (!row) throw new Error('The database has no key for the trail of sign-ins.')
        return row.value
      })
      .catch((error) => {
        key = undefined
        throw error
      })
    return key
  }

  async function addressOf(typed: string): Promise<TypedAddress> {
    const email = typed.toLowerCase()
    return {
      email,
      hash: createHmac('sha256', await readKey())
        .update(email)
        .digest(),
    }
  }

  return {
    /** Adds rows about a known or an unknown user. */
    record: insertEvents,

    /** Adds a failed sign-in at an address, with `method` if it came from a remembered device. */
    async recordFailure(
      tx: Queryable,
      typed: string,
      origin: RequestOrigin,
      method: SignInMethod,
    ): Promise<void> {
      await insertByAddress(tx, await addressOf(typed), origin, { act: 'sign_in_failed', method })
    },

    async recordResetRequest(typed: string, origin: RequestOrigin): Promise<void> {
      await insertByAddress(db, await addressOf(typed), origin, { act: 'reset_requested' })
    },

    /**
     * Records that an account, or a remembered device of it, reached the limit. The first failure of a lockout adds a
     * row. For an account it also enqueues the email job, even for unknown addresses, so that both take the same time.
     */
    async lockAccount(
      tx: Transaction,
      { account, typed, device }: { account: Buffer; typed: string; device: string | null },
      origin: RequestOrigin,
    ): Promise<void> {
      const hasBegun = await beginLockout(tx, {
        subject: device ?? accountSubject(account),
        of: { email: typed.toLowerCase() },
        network: networkOf(origin.ip),
        isMailed: device === null,
      })
      if (!hasBegun) return
      const method = device === null ? 'password' : 'device'
      await insertByAddress(tx, await addressOf(typed), origin, { act: 'locked_out', method })
      if (device === null) await jobs.enqueue(tx, 'lockout-notices', {})
    },

    /** Records that a network has failed at too many accounts. */
    async lockNetwork(tx: Transaction, origin: RequestOrigin): Promise<void> {
      const network = networkOf(origin.ip)
      const subject = `source:${network}`
      if (await beginLockout(tx, { subject, of: null, network, isMailed: false }))
        await insertEvents(tx, { userId: null }, origin, [{ act: 'locked_out', reason: 'too_many' }])
    },

    /** Records that a user's daily guesses at one-time passwords are used up, so someone has the password. */
    async lockCodes(tx: Transaction, userId: number, origin: RequestOrigin): Promise<void> {
      const network = networkOf(origin.ip)
      const lockout = { subject: `code:${userId}`, of: { userId }, network, isMailed: true }
      if (!(await beginLockout(tx, lockout))) return
      await insertEvents(tx, { userId }, origin, [{ act: 'locked_out', method: 'code', reason: 'too_many' }])
      await jobs.enqueue(tx, 'lockout-notices', {})
    },

    /** Ends the lockout of an account after its owner verified the email address. */
    unlockAccount: (account: Buffer) => endLockout(db, accountSubject(account)),

    /** Returns the actor's own entries, newest first, with shortened networks. */
    async list(actor: Actor): Promise<SignInEntry[]> {
      const entries = await newestOf(db, actor.userId)
      return entries.map((entry) => ({ ...entry, network: shortNetwork(entry.network) }))
    },
  }
}
export type SignInTrail = ReturnType<typeof signInTrail>
