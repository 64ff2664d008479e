import type { Socket } from 'node:net'
import pg from 'pg'
import { inQuerySpan } from '#server/observe/tracing.ts'
import { type CommitWatch, UnconfirmedCommitError, watchCommits } from './commit-watch.ts'
import { prepared } from './prepared.ts'
import type { Query } from './sql.ts'
import { runInTransactionScope } from './transaction-scope.ts'

// Every id and count here fits a JavaScript number. Dates stay days instead of instants in the server's time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const INT8_ARRAY: number = 1016
pg.types.setTypeParser(INT8_ARRAY, (ids) => ids.match(/-?\d+/g)?.map(Number) ?? [])
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (at) => new Date(at).toISOString())

/** Runs a query and returns its rows. Repositories depend on this. */
export interface Queryable {
  query<Row extends object>(query: Query): Promise<Row[]>
}

/** An open transaction. */
export interface Transaction extends Queryable {
  /** Runs `work` in a savepoint. When it throws, only its own effects are rolled back, and the error is rethrown. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** The raw connection, for libraries that take one (pg-boss). */
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

/**
 * The database. `tenant` runs a transaction that sees the rows of one fleet only (row-level security, S-3) and waits at
 * most 5 s for a lock. `system` runs one that sees all rows: sign-in, jobs, seed.
 */
export interface Database extends Queryable {
  tenant<T>(fleetId: number, work: (tx: Transaction) => Promise<T>): Promise<T>
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  readonly pool: pg.Pool
  /** A connection outside the pool, for /readyz. It works even when every pooled connection is in use. */
  readonly reserved: Queryable
  /** Whether commits are confirmed. */
  readonly commits: Pick<CommitWatch, 'areStalled' | 'waitSeconds'>
  /** Runs a statement outside a transaction, for libraries (pg-boss). */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** Watches the open pooled connections, to break them if none has received anything since. Returns whether it did. */
  watchConnections(): { dropIfSilent(): boolean }
  /** Breaks all pooled connections, so that queries waiting for an unreachable server fail at once. */
  dropConnections(): void
  close(): Promise<void>
}

/**
 * Limits enforced by PostgreSQL, so that one stuck request cannot hold a connection or a lock. Migrations and the seed
 * disable them for their own transactions (`disableTimeouts`).
 */
const TIMEOUTS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  /** A transaction waits for nothing but the database, so one that is idle for this long is a bug. */
  idle_in_transaction_session_timeout: 20_000,
}

/** Disables the statement, lock and idle timeouts of the current transaction. */
export const disableTimeouts = (tx: Transaction) =>
  tx.executeSql(
    `select set_config(name, '0', true)
      from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name`,
    [],
  )

/**
 * Idle connections are closed after this time. A new one costs a process and an authentication, and plans every statement
 * again, so connections outlast the pauses between bursts of requests.
 */
const IDLE_MS = 5 * 60_000

interface DatabaseOptions {
  /** Number of connections. Default: 10. */
  max?: number
  /** Whether its transactions cannot write. */
  isReadOnly?: boolean
  /** The name that PostgreSQL shows. Default: that of servers. */
  application?: string
  /** Called when a new connection reached a restored or promoted database, and started a new epoch there. */
  onNewEpoch?: () => void
}

/** Opens a pool on `connectionString`. */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): Database {
  const application_name = options.application ?? 'wheelbook'
  const pool = new pg.Pool({
    connectionString,
    application_name,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: IDLE_MS,
    ...TIMEOUTS,
  })
  const reserved = new pg.Pool({
    connectionString,
    application_name,
    max: 1,
    // Never closed: a database without free connections would not accept a new one.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: RESERVED_TIMEOUT_MS,
    query_timeout: RESERVED_TIMEOUT_MS,
    statement_timeout: RESERVED_TIMEOUT_MS,
  })
  // The pool drops an idle connection that breaks (server restarted). The next query opens another.
  pool.on('error', () => {})
  const clients = trackClients(pool)
  const commits = watchCommits(pool)
  const start = options.isReadOnly ? 'begin read only' : 'begin'
  reserved.on('error', () => {})
  // As in the embedded PostgreSQL: compiling pays off only for long statements. Sent as a statement, because poolers refuse it
  // at the start of a connection. If it fails, the connection has broken, and the next statement reports that.
  pool.on('connect', (client) => void client.query('set jit = off').catch(() => {}))
  const once = options.isReadOnly ? new WeakSet<pg.PoolClient>() : noticeRestores(pool, options.onNewEpoch)

  const { transaction, statement } = runOn(pool, commits, once)

  return {
    pool,
    reserved: {
      query: async <Row extends object>({ text, values }: Query) =>
        (await reserved.query<Row>({ text, values })).rows,
    },
    query: async <Row extends object>(query: Query) =>
      (
        await inQuerySpan(query.text, () =>
          statement(query.text, (client) => client.query<Row>(prepared(query))),
        )
      ).rows,
    executeSql: (text, values) => statement(text, (client) => client.query(text, values)),
    commits,
    tenant: async (fleetId, work) => transaction(beginFor(start, fleetId), work),
    system: (work) => transaction(start, work),
    watchConnections() {
      const received = [...clients].map((client) => ({ client, bytes: streamOf(client).bytesRead }))
      return {
        dropIfSilent() {
          const hasReceivedNothing = received.every(
            ({ client, bytes }) => streamOf(client).bytesRead === bytes,
          )
          if (hasReceivedNothing) for (const { client } of received) streamOf(client).destroy()
          return hasReceivedNothing && received.length > 0
        },
      }
    },
    dropConnections() {
      // pg has no public way to abandon a client whose server does not respond.
      for (const client of clients) streamOf(client).destroy()
    },
    close: async () => {
      await Promise.all([pool.end(), reserved.end()])
    },
  }
}

/**
 * Makes each new connection notice a restore or promotion before it writes: otherwise new rows would get numbers that are
 * lost but known to devices (decision 126). Connections to a replica are used once, because it may be promoted. Returns them.
 * The function is missing before its migration.
 */
function noticeRestores(pool: pg.Pool, onNewEpoch: () => void = () => {}): WeakSet<pg.PoolClient> {
  const toReplica = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    const check = client.query<{ is_new: boolean; is_replica: boolean }>(
      'select notice_restore() as is_new, pg_is_in_recovery() as is_replica',
    )
    check.then(
      ({ rows: [found] }) => {
        if (found?.is_replica) toReplica.add(client)
        if (found?.is_new) onNewEpoch()
      },
      () => {},
    )
  })
  return toReplica
}

/** Runs transactions and single statements on connections of the pool. `once`: connections that are not used again. */
function runOn(pool: pg.Pool, commits: CommitWatch, once: WeakSet<pg.PoolClient>) {
  async function transaction<T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await borrow()
    let broken: Error | undefined
    let unconfirmed: UnconfirmedCommitError | null = null
    try {
      await client.query(begin)
      const result = await runInTransactionScope(() => work(transactionOn(client)))
      await commits.commit(client)
      return result
    } catch (error) {
      if (error instanceof UnconfirmedCommitError) unconfirmed = error
      else {
        if (isStale(error)) broken = error
        await client.query('rollback').catch((e: Error) => {
          broken = e
        })
      }
      throw error
    } finally {
      giveBack(client, unconfirmed?.settled ?? Promise.resolve(broken))
    }
  }

  /** Runs a statement outside a transaction. As in the pool's own `query`, an error costs the connection. */
  async function statement<T>(text: string, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    commits.refuseWhileStalled(text)
    const client = await borrow()
    let ended: Promise<Error | undefined> = Promise.resolve(undefined)
    try {
      return await commits.statement(run(client))
    } catch (error) {
      ended = error instanceof UnconfirmedCommitError ? error.settled : Promise.resolve(error as Error)
      throw error
    } finally {
      giveBack(client, ended)
    }
  }

  async function borrow(): Promise<pg.PoolClient> {
    const client = await pool.connect()
    // A connection can break between two statements. The next statement reports it; an unhandled 'error' event would
    // end the process.
    client.on('error', noteLoss)
    return client
  }

  /** Returns a connection to its pool when what it does has ended. */
  function giveBack(client: pg.PoolClient, ended: Promise<Error | undefined>): void {
    void ended.then((broken) => {
      client.off('error', noteLoss)
      client.release(broken ?? once.has(client))
    })
  }

  return { transaction, statement }
}

const RESERVED_TIMEOUT_MS = 3000

const noteLoss = () => {}

/** Returns the socket of a client. */
const streamOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Returns the pool's current clients. */
function trackClients(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  return clients
}

/**
 * The connection caches a statement that was planned before a migration changed its table. Only a new connection helps.
 */
const isStale = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === '0A000'

/** Begins a transaction of one fleet in one message. SET takes no parameters, so the number is validated first. */
function beginFor(start: string, fleetId: number): string {
  if (!Number.isSafeInteger(fleetId)) throw new RangeError('A fleet without a number')
  return `${start}; set local role wheelbook_app; set local app.fleet_id = '${fleetId}'; set local lock_timeout = '5s'`
}

function transactionOn(client: pg.PoolClient): Transaction {
  let depth = 0
  return {
    query: async <Row extends object>(query: Query) =>
      (await inQuerySpan(query.text, () => client.query<Row>(prepared(query)))).rows,
    executeSql: (text, values) => client.query(text, values),
    async attempt(work) {
      const name = `s${++depth}`
      await client.query(`savepoint ${name}`)
      try {
        const result = await work()
        await client.query(`release savepoint ${name}`)
        return result
      } catch (error) {
        await client.query(`rollback to savepoint ${name}`)
        throw error
      }
    },
  }
}
