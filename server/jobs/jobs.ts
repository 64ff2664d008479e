import { PgBoss } from 'pg-boss'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { DELIVERY_DAYS } from '#server/limits.ts'
import { inJobSpan } from '#server/observe/tracing.ts'
import { redact } from '#server/redact.ts'
import { DELIVERIES, type DeliveryName, deliver } from './deliver.ts'
import { ServerStops } from './server-stops.ts'

/** Job names with their data. */
interface JobData {
  mail: { id: string }
  text: { id: string }
  /** Notifies the owners of locked accounts by mail. */
  'lockout-notices': Record<string, never>
  'clean-up': Record<string, never>
  /** Removes files that no document references, and parts of abandoned uploads. */
  'orphan-files': Record<string, never>
  /** Updates what is due by date. Hourly, because fleets are in different time zones. */
  'due-dates': Record<string, never>
  /** Runs one synchronization with a fleet's telematics database. */
  'telematics-sync': { eventId: number }
  /** Starts the morning's synchronizations. Hourly, because fleets are in different time zones. */
  'telematics-morning': Record<string, never>
  /** Processes a bulk upload, or resumes it. */
  'bulk-upsertion': { id: string }
  /** Runs a bulk action on vehicles, or resumes it. */
  'bulk-action': { id: string }
  /** Runs a transfer of vehicles, or resumes it. */
  'vehicle-transfer': { id: string }
  /** Refreshes recalls by the fleets' models. Nightly. */
  recalls: Record<string, never>
  /** Looks up recalls of models that were never looked up. Every 10 minutes. */
  'new-model-recalls': Record<string, never>
  /** Removes the remaining data of a deleted fleet. */
  'fleet-purge': { fleetId: number }
  /** Refreshes the network's price ranges and the most-booked services. Nightly. */
  'network-prices': Record<string, never>
}
type JobName = keyof JobData

/**
 * Enqueues a job in the transaction of its cause: both commit, or neither. The transaction must be a `system`
 * one.
 */
export interface Jobs {
  enqueue<N extends JobName>(
    tx: Transaction,
    name: N,
    data: JobData[N],
    options?: EnqueueOptions,
  ): Promise<void>
}
interface EnqueueOptions {
  notBefore?: Date | undefined
  /** The fleet that the job works for. A server runs only one of its jobs of a queue at a time. */
  fleetId?: number
  /** Runs before the other jobs of its queue. */
  isUrgent?: boolean
}

/** Workers by job name. A worker may run again for the same job, so it must be idempotent. */
export type Workers = { [N in JobName]: (data: JobData[N]) => Promise<void> }

const SCHEMA = 'jobs'
/** Settings of a queue in pg-boss. */
type QueueSettings = NonNullable<Parameters<PgBoss['createQueue']>[1]>

interface JobSettings {
  /** Polling interval. Mail is fast, because users wait for codes. */
  pollingSeconds: number
  queue: QueueSettings
  /** Schedule in UTC. */
  cron?: string
  /** Also runs at the start of a server. */
  isSentAtStart?: true
  /** Fleets whose jobs a server runs at once. Default: 1. */
  fleetsAtOnce?: number
}

/** Jobs that arrive by the hundred in the morning run concurrently. */
const BATCHED = {
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const
const DELIVERY_DELAY_MAX = 1800
/** Retries for `DELIVERY_DAYS`, as mail servers do: soon at first, then every half hour. */
const DELIVERY = {
  // The first retries are too short to count.
  retryLimit: 16 + (DELIVERY_DAYS * 86_400) / DELIVERY_DELAY_MAX,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: DELIVERY_DELAY_MAX,
}
/** Long jobs that continue where they stopped. */
const RESUMED = { retryDelay: 2, expireInSeconds: 3600 }

const JOBS: Record<JobName, JobSettings> = {
  mail: { pollingSeconds: 0.5, queue: DELIVERY },
  text: { pollingSeconds: 0.5, queue: DELIVERY },
  'lockout-notices': {
    pollingSeconds: 5,
    queue: { retryLimit: 20, retryDelay: 5, retryBackoff: true },
    isSentAtStart: true,
  },
  'clean-up': { pollingSeconds: 30, queue: { retryLimit: 2, expireInSeconds: 3600 }, cron: '17 * * * *' },
  // Lists every stored file.
  'orphan-files': {
    pollingSeconds: 60,
    queue: { retryLimit: 1, expireInSeconds: 6 * 3600 },
    cron: '41 3 * * *',
  },
  // Vehicles older than the schedules feature do not wait for the next hour. A run takes long while other fleets are active,
  // because it pauses.
  'due-dates': {
    pollingSeconds: 30,
    queue: { retryLimit: 2, expireInSeconds: 6 * 3600 },
    cron: '7 * * * *',
    isSentAtStart: true,
  },
  // Large databases take long, most of all the first time.
  'telematics-sync': { pollingSeconds: 2, queue: { retryLimit: 3, retryDelay: 30, expireInSeconds: 7200 } },
  'telematics-morning': { pollingSeconds: 30, queue: { retryLimit: 2 }, cron: '23 * * * *' },
  'bulk-upsertion': { pollingSeconds: 0.5, queue: { ...RESUMED, retryLimit: 10 }, fleetsAtOnce: 4 },
  'bulk-action': { pollingSeconds: 0.5, queue: { ...RESUMED, retryLimit: 100 }, fleetsAtOnce: 4 },
  'vehicle-transfer': { pollingSeconds: 0.5, queue: { ...RESUMED, retryLimit: 100 } },
  // This and the network prices run at the first start instead of waiting for the night.
  recalls: {
    pollingSeconds: 30,
    queue: { retryLimit: 2, expireInSeconds: 6 * 3600 },
    cron: '37 7 * * *',
    isSentAtStart: true,
  },
  'new-model-recalls': {
    pollingSeconds: 30,
    // The next run looks up the same models.
    queue: { retryLimit: 0, expireInSeconds: 3600, retentionSeconds: 600 },
    cron: '*/10 * * * *',
  },
  'network-prices': {
    pollingSeconds: 30,
    queue: { retryLimit: 2, expireInSeconds: 3600 },
    cron: '11 5 * * *',
    isSentAtStart: true,
  },
  'fleet-purge': {
    pollingSeconds: 5,
    queue: { retryLimit: 10, retryDelay: 10, retryBackoff: true, expireInSeconds: 3600 },
  },
}
export const JOB_NAMES = Object.keys(JOBS) as JobName[]

/**
 * Heartbeat timeout after which the server of a running job counts as killed, and interval between checks, in seconds.
 * Another server then takes over the job; without another server, the next start does. Without heartbeats, a job would stay
 * with a killed server until it expires: nightly jobs for hours.
 */
const STALE_JOB_CHECK = { heartbeatSeconds: 30, lookSeconds: 15 }

interface Log {
  error(about: object, message: string): void
}

/** pg-boss on the server's own database, in a separate schema. Call `start` before the first `enqueue`. */
export function openJobs(db: Database, log: Log, { heartbeatSeconds, lookSeconds } = STALE_JOB_CHECK) {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: db.executeSql },
    clockMonitorIntervalSeconds: 600,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'Job queue error'))

  return {
    async enqueue<N extends JobName>(
      tx: Transaction,
      name: N,
      data: JobData[N],
      { notBefore, fleetId, isUrgent = false }: EnqueueOptions = {},
    ) {
      await boss.send(name, data, {
        db: tx,
        ...(notBefore && { startAfter: notBefore }),
        ...(isUrgent && { priority: 1 }),
        ...(fleetId !== undefined && { group: { id: String(fleetId) } }),
      })
    },
    async start() {
      await startOrRepeat(boss)
      for (const name of JOB_NAMES) {
        const { queue, cron } = JOBS[name]
        const settings = { ...queue, heartbeatSeconds }
        await boss.createQueue(name, settings)
        // An existing queue would otherwise keep its old settings.
        await boss.updateQueue(name, settings)
        if (cron !== undefined) await boss.schedule(name, cron)
      }
    },
    /** Enqueues the jobs that run at the start of a server. */
    async sendStartJobs() {
      for (const name of JOB_NAMES) if (JOBS[name].isSentAtStart) await boss.send(name, {})
    },
    async work(workers: Workers) {
      for (const name of DELIVERIES) await workTogether(boss, name, workers, log)
      for (const name of JOB_NAMES)
        if (name !== 'mail' && name !== 'text') await workInTurn(boss, name, workers, log)
    },
    /** Takes no more jobs of the queues. Running ones continue. */
    async stopTaking(names: readonly JobName[]) {
      for (const name of names) await boss.offWork(name, { wait: false })
    },
    /** Runs failed jobs of a queue again. */
    retry: async (name: string, ids: string[]) => void (ids.length > 0 && (await boss.retry(name, ids))),
    /** Waits for running jobs, at most `timeoutMs`. */
    stop: (timeoutMs: number) => boss.stop({ graceful: true, close: false, timeout: timeoutMs }),
  }
}
export type OpenJobs = ReturnType<typeof openJobs>

/**
 * Servers that start together on an empty database create the schema of pg-boss at the same moment. Its lock does not prevent
 * that: PostgreSQL may still remember that there was no schema. The second server finds it at its next attempt.
 */
async function startOrRepeat(boss: PgBoss): Promise<void> {
  try {
    await boss.start()
  } catch (error) {
    if (!isUniqueViolation(error, 'pg_namespace_nspname_index')) throw error
    await boss.start()
  }
}

/** Runs jobs of a queue one at a time, or one per fleet, so that one fleet's jobs do not hold back another's. */
const workInTurn = <N extends JobName>(boss: PgBoss, name: N, workers: Workers, log: Log) => {
  const { pollingSeconds: pollingIntervalSeconds, fleetsAtOnce: localConcurrency = 1 } = JOBS[name]
  const options = { pollingIntervalSeconds, localConcurrency, localGroupConcurrency: 1 }
  return boss.work<JobData[N]>(name, options, async (jobs) => {
    for (const job of jobs)
      await inJobSpan(name, () => workers[name](job.data)).catch((error: Error) => {
        if (!(error instanceof ServerStops)) log.error({ err: error, job: name }, 'Job failed')
        throw withoutDetails(error)
      })
  })
}

/** Runs jobs of a queue concurrently, each with its own result. */
const workTogether = (boss: PgBoss, name: DeliveryName, workers: Workers, log: Log) =>
  boss.work<JobData[DeliveryName], unknown, typeof BATCHED & { pollingIntervalSeconds: number }>(
    name,
    { pollingIntervalSeconds: JOBS[name].pollingSeconds, ...BATCHED },
    (jobs) => Promise.all(jobs.map((job) => deliver(boss, job, workers[name], log))),
  )

/** Returns the error without stack, cause and the fields that dependencies add, because pg-boss stores them all. */
function withoutDetails(error: Error): Error {
  const plain = new Error(redact(error.message))
  plain.name = error.name
  plain.stack = `${error.name}: ${plain.message}`
  return plain
}

/** For a server without workers (tests): enqueued jobs never run. */
export const noJobs: Jobs = { enqueue: async () => {} }
