import type pg from 'pg'
import { sql } from './sql.ts'

/**
 * A commit that takes this long waits for a replica: with synchronous replication, PostgreSQL confirms no commit while no
 * replica can receive it.
 */
const STALLED_MS = 3000
/** Time limit of one commit. */
const COMMIT_MS = 10_000
/** Longer than the statement timeout: only a commit can wait this long. */
const STATEMENT_MS = 35_000

/** Thrown when a commit was not confirmed in time. It may still take effect, as after a lost connection. */
export class UnconfirmedCommitError extends Error {
  /** Resolves when the connection can be used again; with an error if it broke. */
  readonly settled: Promise<Error | undefined>
  constructor(settled: Promise<Error | undefined>) {
    super('The database did not confirm a commit in time')
    this.settled = settled
  }
}

/** Thrown instead of a commit while earlier commits wait. Nothing was written. */
export class CommitsStalledError extends Error {
  constructor() {
    super('The database confirms no commits')
  }
}

/**
 * Bounds how long callers wait for commits. PostgreSQL's own timeouts do not apply to a commit's wait for a replica, and
 * canceling it would confirm what only the primary has. So the connection keeps waiting, without its caller and outside the
 * pool's limit. While commits wait, no other transaction that has written may commit. Reads continue.
 */
export function watchCommits(pool: pg.Pool) {
  /** Start times of the unconfirmed commits, oldest first. */
  const pending = new Set<{ since: number }>()

  const waitMs = () => {
    const [oldest] = pending
    return oldest ? performance.now() - oldest.since : 0
  }
  const areStalled = () => waitMs() > STALLED_MS

  /** Waits for `work` of a connection. @throws UnconfirmedCommitError after the time limit */
  function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new UnconfirmedCommitError(replaced(work))), limitMs).unref()
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  /** Lets the pool open another connection until `work` has ended. */
  async function replaced(work: Promise<unknown>): Promise<Error | undefined> {
    pool.options.max++
    try {
      await work
      return undefined
    } catch (error) {
      return error as Error
    } finally {
      pool.options.max--
    }
  }

  return {
    waitSeconds: () => waitMs() / 1000,
    areStalled,
    /** Ends the transaction of a connection. @throws UnconfirmedCommitError; CommitsStalledError, which needs a rollback */
    async commit(client: pg.PoolClient): Promise<void> {
      if (areStalled()) {
        const { rows } = await client.query('select pg_current_xact_id_if_assigned() is not null as wrote')
        if (rows[0]?.wrote) throw new CommitsStalledError()
      }
      const entry = { since: performance.now() }
      pending.add(entry)
      await within(
        COMMIT_MS,
        client.query('commit').finally(() => pending.delete(entry)),
      )
    },
    /** Waits for a statement outside a transaction, whose end is a commit. @throws UnconfirmedCommitError */
    statement: <T>(running: Promise<T>) => within(STATEMENT_MS, running),
    /** @throws CommitsStalledError if the statement writes and could not be committed now */
    refuseWhileStalled(text: string) {
      if (areStalled() && WRITES.test(text)) throw new CommitsStalledError()
    },
  }
}
export type CommitWatch = ReturnType<typeof watchCommits>

/**
 * An item of `from` by which the commit of a statement does not wait for a replica. Only outside a transaction, and for rows
 * that may be lost with the primary.
 */
export const withLocalCommit = sql`set_config('synchronous_commit', 'local', true)`

const WRITES = /\b(insert|update|delete)\b/i
