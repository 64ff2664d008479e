import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ServerState } from './server-state.ts'

/** Upper bounds in seconds. The budgets of the calls lie between 0.05 and 1. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10]

interface MetricsInput {
  state: () => Promise<ServerState>
  /** Whether this server accepts requests (`/readyz`). */
  isReady: () => Promise<boolean>
}

/**
 * The metrics of one server process, in the format of Prometheus. `docs/operate/metrics.md` describes them. Routes are
 * labeled by their pattern, so that no label holds personal data and their number is limited.
 */
export function createMetrics({ state, isReady }: MetricsInput) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'wheelbook_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATIONS,
    registers: [registry],
  })
  const gauges = createGauges(registry)

  return {
    /** Counts one finished response. */
    observe(request: FastifyRequest, reply: FastifyReply) {
      const labels = {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: `${Math.trunc(reply.statusCode / 100)}xx`,
      }
      durations.observe(labels, reply.elapsedTime / 1000)
    },
    contentType: registry.contentType,
    /** Reads the state and returns all metrics as text. */
    async text(): Promise<string> {
      const [now, ready] = await Promise.all([state(), isReady()])
      setGauges(gauges, now, ready)
      return registry.metrics()
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>

function createGauges(registry: Registry) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `wheelbook_${name}`, help, labelNames, registers: [registry] })
  return {
    ready: gauge('ready', 'Whether the server accepts requests: 1 or 0.'),
    databaseUp: gauge('database_up', 'Whether the database answered within 3 seconds: 1 or 0.'),
    commitWait: gauge('commit_wait_seconds', 'How long the oldest unconfirmed commit has waited.'),
    oldestTransaction: gauge(
      'oldest_transaction_seconds',
      'How long the oldest open transaction that has written anything has been open.',
    ),
    databaseSize: gauge('database_size_bytes', 'Size of the database.'),
    connections: gauge(
      'database_connections',
      'Connections of this server to the database; "waiting" counts requests for one.',
      ['state'],
    ),
    lag: gauge('replication_lag_seconds', 'How far a replica is behind.', ['replica']),
    replicaUsed: gauge('replica_used', 'Whether reads of this server use its replica: 1 or 0.'),
    replicaLag: gauge(
      'replica_lag_seconds',
      'Age of the oldest commit that the replica of this server lacks.',
    ),
    replicaReads: gauge(
      'replica_reads',
      'Reads that a replica may take, since the start of the server, by the database that took them.',
      ['database'],
    ),
    jobs: gauge('jobs', 'Jobs that are not completed; the queue "mail" holds the unsent mails.', [
      'queue',
      'state',
    ]),
    oldestJob: gauge('job_oldest_seconds', 'Age of the oldest job that should have run.', ['queue']),
    backupAge: gauge('backup_age_seconds', 'Age of the newest backup.'),
    verifiedBackupAge: gauge(
      'backup_verified_age_seconds',
      'Age of the newest backup that was restored for a check.',
    ),
    backupInterval: gauge('backup_interval_seconds', 'Time between two scheduled backups.'),
    diskFree: gauge('disk_free_ratio', "Free share of the data folder's disk, 0 to 1."),
    folderWritable: gauge('data_folder_writable', 'Whether files can be written to the data folder: 1 or 0.'),
    pollerAge: gauge(
      'poller_success_age_seconds',
      'Time since work outside the job queue last succeeded on this server.',
      ['poller'],
    ),
  }
}

function setGauges(gauges: ReturnType<typeof createGauges>, state: ServerState, isReady: boolean) {
  const { database, connections, diskFree, backups, replica } = state
  gauges.ready.set(isReady ? 1 : 0)
  gauges.databaseUp.set(database ? 1 : 0)
  gauges.commitWait.set(state.commitWaitSeconds)
  for (const [name, count] of Object.entries(connections)) gauges.connections.set({ state: name }, count)
  // A gauge without labels otherwise reports 0: a full disk, or a backup made now, which would hide that another
  // server's is too old.
  if (diskFree === null) gauges.diskFree.remove()
  else gauges.diskFree.set(diskFree)
  gauges.folderWritable.set(state.mayWriteFiles ? 1 : 0)
  for (const { name, successAgeSeconds } of state.pollers)
    gauges.pollerAge.set({ poller: name }, successAgeSeconds)
  if (replica) {
    gauges.replicaUsed.set(replica.problem === null ? 1 : 0)
    gauges.replicaLag.set(replica.lagSeconds)
    for (const [name, count] of Object.entries(replica.reads))
      gauges.replicaReads.set({ database: name }, count)
  } else {
    gauges.replicaUsed.remove()
    gauges.replicaLag.remove()
  }
  // Without any backup the age is infinite, so that the alert fires. The state leaves out backups dated in the future.
  if (backups) {
    gauges.backupAge.set(ageOf(backups.newestAt))
    gauges.verifiedBackupAge.set(ageOf(backups.newestVerifiedAt))
    gauges.backupInterval.set(backups.everySeconds)
  } else {
    gauges.backupAge.remove()
    gauges.verifiedBackupAge.remove()
    gauges.backupInterval.remove()
  }
  if (database === null) return
  gauges.databaseSize.set(database.sizeBytes)
  gauges.oldestTransaction.set(database.oldestTransactionSeconds)
  // A replica that left and a queue that ran empty must not keep their last value.
  gauges.lag.reset()
  for (const { name, lagSeconds } of database.replicas)
    if (lagSeconds !== null) gauges.lag.set({ replica: name }, lagSeconds)
  gauges.jobs.reset()
  gauges.oldestJob.reset()
  for (const { queue, waiting, active, failed, oldestSeconds } of database.queues) {
    gauges.jobs.set({ queue, state: 'waiting' }, waiting)
    gauges.jobs.set({ queue, state: 'active' }, active)
    gauges.jobs.set({ queue, state: 'failed' }, failed)
    gauges.oldestJob.set({ queue }, oldestSeconds)
  }
}

const ageOf = (at: Date | null) =>
  at === null ? Number.POSITIVE_INFINITY : Math.max(0, (Date.now() - at.getTime()) / 1000)
