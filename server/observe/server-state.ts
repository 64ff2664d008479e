import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type BackupState, backupState } from '#server/backup/backup-folder.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Replica, ReplicaState } from '#server/db/replica/replica.ts'
import { sql } from '#server/db/sql.ts'
import { tryWrite } from '#server/integrations/files/disk.ts'
import { JOB_NAMES } from '#server/jobs/jobs.ts'
import type { PollerState, PollerWatch } from '#server/jobs/poller-watch.ts'
import { openTransactionReader } from './open-transactions.ts'

/** Jobs of one queue that are not completed. The queue `mail` holds the unsent mails. */
interface QueueState {
  queue: string
  waiting: number
  active: number
  /** Jobs that failed for good. */
  failed: number
  /**
   * Age of the oldest job that should have run. 0 if there is none. A mail or text message that waits for its next attempt
   * counts only if nothing was sent since the service failed: otherwise one recipient is the reason. Jobs of a queue that only
   * a newer version has do not count: after a rollback, its schedule still adds some.
   */
  oldestSeconds: number
}

/** What an operator watches. */
export interface ServerState {
  /** Null: the database did not respond in time. */
  database: {
    sizeBytes: number
    /** The connected replicas, and how far behind they are. Null: hidden, because the role pg_monitor is missing. */
    replicas: { name: string; lagSeconds: number | null }[]
    queues: QueueState[]
    /** How long the oldest open transaction that has written anything has been open. Phones get no later change. */
    oldestTransactionSeconds: number
  } | null
  /** Share of the data folder's disk that is free, 0 to 1. Null: unknown. */
  diskFree: number | null
  /** Whether files can be written to the data folder. */
  mayWriteFiles: boolean
  /** Null: no scheduled backups, or the folder cannot be read. */
  backups: (BackupState & { everySeconds: number }) | null
  /** The replica that takes reads of this server. Null: none is configured. */
  replica: ReplicaState | null
  /** How long the oldest unconfirmed commit of this server has waited. */
  commitWaitSeconds: number
  /** Connections of this server to the database; `waiting` counts requests for one. */
  connections: { idle: number; busy: number; waiting: number }
  /** Work of this server outside the job queue. */
  pollers: PollerState[]
}

/** Time limit of the queries, so that a scrape always gets a response. */
const TIMEOUT_MS = 3000
/** Scrapes and health checks within this time share one reading. */
const SHARED_MS = 2000

interface StateSources {
  db: Database
  replica: Replica | null
  dataFolder: string
  backup: Config['backup']
  watch: Pick<PollerWatch, 'states'>
}

async function backupsOf({ folder, everyMinutes }: Config['backup']): Promise<ServerState['backups']> {
  if (folder === null) return null
  const state = await backupState(resolve(folder)).catch(() => null)
  return state && { ...state, everySeconds: everyMinutes * 60 }
}

/** Returns a function that reads the state of the server. It never throws. */
export function stateReader({ db, replica, dataFolder, backup, watch }: StateSources) {
  let readAt = Number.NEGATIVE_INFINITY
  let latest: Promise<ServerState> | null = null
  const oldestTransaction = openTransactionReader(db)

  async function read(): Promise<ServerState> {
    const [database, diskFree, mayWriteFiles, backups] = await Promise.all([
      databaseState(db, oldestTransaction),
      freeShareOf(dataFolder),
      mayWriteTo(dataFolder),
      backupsOf(backup),
    ])
    const { totalCount, idleCount, waitingCount } = db.pool
    const connections = { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount }
    return {
      database,
      diskFree,
      mayWriteFiles,
      backups,
      connections,
      replica: replica?.state() ?? null,
      commitWaitSeconds: db.commits.waitSeconds(),
      pollers: watch.states(),
    }
  }
  return (): Promise<ServerState> => {
    const now = performance.now()
    if (latest === null || now - readAt > SHARED_MS) {
      readAt = now
      latest = read()
    }
    return latest
  }
}

/** Resolves after the time limit. */
const giveUpWith = <T>(value: T) => new Promise<T>((done) => setTimeout(done, TIMEOUT_MS, value).unref())

async function databaseState(
  db: Database,
  oldestTransaction: () => Promise<number>,
): Promise<ServerState['database']> {
  const state = Promise.all([sizeOf(db), replicasOf(db), queuesOf(db), oldestTransaction()]).then(
    ([sizeBytes, replicas, queues, oldestTransactionSeconds]) => ({
      sizeBytes,
      replicas,
      queues,
      oldestTransactionSeconds,
    }),
    () => null,
  )
  return Promise.race([state, giveUpWith(null)])
}

async function sizeOf(db: Database): Promise<number> {
  const [row] = await db.query<{ size: number }>(sql`select pg_database_size(current_database()) as size`)
  return row?.size ?? 0
}

/**
 * Without the role pg_monitor, PostgreSQL hides everything but the names. With it, a connection that replays nothing is seen
 * to be no replica but a copy, for example by pg_basebackup or pg_receivewal.
 */
const replicasOf = (db: Database) =>
  db.query<{ name: string; lagSeconds: number | null }>(sql`
    select application_name as name,
      case when state is not null then coalesce(extract(epoch from replay_lag), 0)::float8 end as "lagSeconds"
    from pg_stat_replication where state is null or replay_lsn is not null`)

/** Since when the mail server or the provider of text messages has accepted nothing. No row: it works. */
const FAILING = sql`
  select 'mail' as queue, greatest(max(last.sent_at), min(m.created_at)) as since
    from mails m, (select max(sent_at) as sent_at from mails where sent_at is not null) last
    where m.failed_at > coalesce(last.sent_at, '-infinity') and m.sent_at is null and m.refused_at is null having count(*) > 0
  union all
  select 'text', greatest(max(last.sent_at), min(t.tried_at))
    from text_messages t, (select max(sent_at) as sent_at from text_messages where sent_at is not null) last
    where t.failed_at > coalesce(last.sent_at, '-infinity') and t.sent_at is null and t.refused_at is null having count(*) > 0`

const queuesOf = (db: Database) =>
  db.query<QueueState>(sql`
    with failing as (${FAILING})
    select j.name as queue,
      count(*) filter (where state in ('created', 'retry')) as waiting,
      count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(case
        when state not in ('created', 'retry', 'active') or not j.name = any(${[...JOB_NAMES]}) then null
        when j.name not in ('mail', 'text') then
          case when state <> 'created' or start_after <= now() then created_on end
        when state = 'active' then started_on
        when start_after <= now() then greatest(created_on, start_after)
        when state = 'retry' then failing.since
      end)), 0)::float8 as "oldestSeconds"
    from jobs.job j left join failing on failing.queue = j.name
    where state <> 'completed' and j.name not like '\\_\\_pgboss\\_\\_%' group by j.name order by j.name`)

function mayWriteTo(folder: string): Promise<boolean> {
  const written = tryWrite(resolve(folder)).then(
    () => true,
    () => false,
  )
  return Promise.race([written, giveUpWith(false)])
}

async function freeShareOf(folder: string): Promise<number | null> {
  const disk = await statfs(resolve(folder)).catch(() => null)
  return disk && disk.bavail / disk.blocks
}
