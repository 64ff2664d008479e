import { PgBoss } from 'pg-boss'
import type { Database, Transaction } from '#server/db/database.ts'
import { redact } from '#server/redact.ts'

/** Job names with their data. */
export interface JobData {
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
  /** Runs a transfer of vehicles, or resumes it. */
  'vehicle-transfer': { id: string }
  /** Refreshes recalls by the fleets' models. Nightly. */
  recalls: Record<string, never>
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
  enqueue<N extends JobName>(tx: Transaction, name: N, data: JobData[N], notBefore?: Date): Promise<void>
}

/** Workers by job name. A worker may run again for the same job, so it must be idempotent. */
export type Workers = { [N in JobName]: (data: JobData[N]) => Promise<void> }

const SCHEMA = 'jobs'
/** Polling interval of each queue in seconds. Mail is fast, because users wait for codes. */
const POLLING: Record<JobName, number> = {
  mail: 0.5,
  text: 0.5,
  'lockout-notices': 5,
  'clean-up': 30,
  'orphan-files': 60,
  'due-dates': 30,
  'telematics-sync': 2,
  'telematics-morning': 30,
  'bulk-upsertion': 0.5,
  'vehicle-transfer': 0.5,
  recalls: 30,
  'fleet-purge': 5,
  'network-prices': 30,
}

/** Jobs that arrive by the hundred in the morning run concurrently. */
const TOGETHER = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const
/**
 * Retries for three days, as mail servers do: soon at first, then every half hour. Another server takes over a job of a
 * killed server within a minute.
 */
const DELIVERY = {
  retryLimit: 160,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 1800,
}
/** Heartbeat timeout after which a delivery's server counts as killed, and interval between checks, in seconds. */
const PATIENCE = { heartbeatSeconds: 30, lookSeconds: 15 }

/** pg-boss on the server's own database, in a separate schema. Call `start` before the first `enqueue`. */
export function openJobs(
  db: Database,
  log: { error(about: object, message: string): void },
  { heartbeatSeconds, lookSeconds } = PATIENCE,
) {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: (text, values) => db.pool.query(text, values) },
    clockMonitorIntervalSeconds: 600,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'Job queue error'))

  return {
    async enqueue<N extends JobName>(tx: Transaction, name: N, data: JobData[N], notBefore?: Date) {
      await boss.send(name, data, { db: tx, ...(notBefore && { startAfter: notBefore }) })
    },
    async start() {
      await boss.start()
      for (const name of ['mail', 'text']) {
        await boss.createQueue(name, { ...DELIVERY, heartbeatSeconds })
        // An existing queue would otherwise keep its old settings.
        await boss.updateQueue(name, { ...DELIVERY, heartbeatSeconds })
      }
      await boss.createQueue('lockout-notices', { retryLimit: 20, retryDelay: 5, retryBackoff: true })
      await boss.createQueue('clean-up', { retryLimit: 2 })
      await boss.schedule('clean-up', '17 * * * *')
      await boss.createQueue('orphan-files', { retryLimit: 1 })
      await boss.schedule('orphan-files', '41 3 * * *')
      await boss.createQueue('due-dates', { retryLimit: 2 })
      await boss.schedule('due-dates', '7 * * * *')
      await boss.createQueue('telematics-sync', { retryLimit: 3, retryDelay: 30 })
      await boss.createQueue('telematics-morning', { retryLimit: 2 })
      await boss.schedule('telematics-morning', '23 * * * *')
      // Another server takes over a job of a killed server; without another server, the next start does.
      await boss.createQueue('bulk-upsertion', {
        retryLimit: 10,
        retryDelay: 2,
        expireInSeconds: 3600,
        heartbeatSeconds: 30,
      })
      await boss.createQueue('vehicle-transfer', {
        retryLimit: 100,
        retryDelay: 2,
        expireInSeconds: 3600,
        heartbeatSeconds: 30,
      })
      await boss.createQueue('fleet-purge', {
        retryLimit: 10,
        retryDelay: 10,
        retryBackoff: true,
        expireInSeconds: 3600,
      })
      await boss.createQueue('recalls', { retryLimit: 1, expireInSeconds: 6 * 3600 })
      await boss.schedule('recalls', '37 7 * * *')
      await boss.createQueue('network-prices', { retryLimit: 2, expireInSeconds: 3600 })
      await boss.schedule('network-prices', '11 5 * * *')
      // Runs at the first start instead of waiting for the night.
      await boss.send('recalls', {})
      await boss.send('network-prices', {})
      // Vehicles older than the schedules feature do not wait for the next hour.
      await boss.send('due-dates', {})
    },
    async work(workers: Workers) {
      const start = <N extends JobName>(name: N) =>
        boss.work<JobData[N]>(name, { pollingIntervalSeconds: POLLING[name] }, async (jobs) => {
          for (const job of jobs)
            await workers[name](job.data).catch((error: Error) => {
              log.error({ err: error, job: name }, 'Job failed')
              throw withoutDetails(error)
            })
        })
      const startTogether = <N extends JobName>(name: N) =>
        boss.work<JobData[N], unknown, typeof TOGETHER & { pollingIntervalSeconds: number }>(
          name,
          { pollingIntervalSeconds: POLLING[name], ...TOGETHER },
          (jobs) =>
            Promise.all(
              jobs.map(({ id, data }) =>
                workers[name](data).then(
                  () => ({ id, status: 'completed' as const }),
                  (error: Error) => ({ id, status: 'failed' as const, output: outputOf(error) }),
                ),
              ),
            ),
        )
      await startTogether('mail')
      await startTogether('text')
      await start('lockout-notices')
      await start('clean-up')
      await start('orphan-files')
      await start('due-dates')
      await start('telematics-sync')
      await start('telematics-morning')
      await start('bulk-upsertion')
      await start('vehicle-transfer')
      await start('fleet-purge')
      await start('recalls')
      await start('network-prices')
    },
    /** Waits for running jobs, at most `timeoutMs`. */
    stop: (timeoutMs: number) => boss.stop({ graceful: true, close: false, timeout: timeoutMs }),
  }
}
/** Failure details stored in the job table. Redacted, because messages may quote addresses. */
const outputOf = (error: Error) => ({ name: error.name, message: redact(error.message) })

/** Returns the error without stack, cause and the fields that dependencies add, because pg-boss stores them all. */
function withoutDetails(error: Error): Error {
  const plain = new Error(redact(error.message))
  plain.name = error.name
  plain.stack = `${error.name}: ${plain.message}`
  return plain
}

export type OpenJobs = ReturnType<typeof openJobs>

/** For a server without workers (tests): enqueued jobs never run. */
export const noJobs: Jobs = { enqueue: async () => {} }
