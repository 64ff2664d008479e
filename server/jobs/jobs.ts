import { PgBoss } from 'pg-boss'
import type { Database, Transaction } from '#server/db/database.ts'
import { redact } from '#server/redact.ts'

/** What jobs exist, with what they are given. */
export interface JobData {
  mail: { id: string }
  text: { id: string }
  /** Mails the owners of locked accounts. */
  'lockout-notices': Record<string, never>
  'clean-up': Record<string, never>
  /** Files that no document claims, and parts of files that nobody went on with. */
  'orphan-files': Record<string, never>
  /** What the calendar makes due. Each hour: fleets live in different zones. */
  'due-dates': Record<string, never>
  /** One reading of a fleet's telematics database. */
  'telematics-sync': { eventId: number }
  /** Begins those of this morning. Each hour: fleets live in different zones. */
  'telematics-morning': Record<string, never>
  /** Works a bulk upload off, or goes on with it. */
  'bulk-upsertion': { id: string }
  /** Carries a transfer of vehicles out, or continues it. */
  'vehicle-transfer': { id: string }
  /** What authorities recall, by the fleets' models. At night. */
  recalls: Record<string, never>
  /** Removes what a deleted fleet still has. */
  'fleet-purge': { fleetId: number }
  /** Price ranges of the network, and which services fleets book most. At night. */
  'network-prices': Record<string, never>
}
type JobName = keyof JobData

/** Puts a job into the transaction of its cause: both happen, or neither. The transaction must be a `system` one. */
export interface Jobs {
  enqueue<N extends JobName>(tx: Transaction, name: N, data: JobData[N], notBefore?: Date): Promise<void>
}

/** What the worker of each job does. It may be called again for the same job, so it must be harmless twice. */
export type Workers = { [N in JobName]: (data: JobData[N]) => Promise<void> }

const SCHEMA = 'jobs'
/** Seconds before the worker of a queue looks again; a person waits for a code. */
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

/** What comes by the hundred on a morning is worked on side by side. */
const TOGETHER = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const
/**
 * Retries for three days, as mail servers do among themselves: soon at first, then each half an hour. A job whose server
 * was killed is taken up by another within a minute.
 */
const DELIVERY = {
  retryLimit: 160,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 1800,
}
/** Seconds of silence after which a delivery's server counts as killed, and between two looks for such. */
const PATIENCE = { heartbeatSeconds: 30, lookSeconds: 15 }

/** pg-boss on the server's own database, in a schema of its own. `start` before the first `enqueue`. */
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
  boss.on('error', (error) => log.error({ err: error }, 'A job queue had an error'))

  return {
    async enqueue<N extends JobName>(tx: Transaction, name: N, data: JobData[N], notBefore?: Date) {
      await boss.send(name, data, { db: tx, ...(notBefore && { startAfter: notBefore }) })
    },
    async start() {
      await boss.start()
      for (const name of ['mail', 'text']) {
        await boss.createQueue(name, { ...DELIVERY, heartbeatSeconds })
        // A queue from before keeps its settings otherwise.
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
      // One whose server was killed is taken up by another; one that has nobody left, by the next start.
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
      // A first start does not wait for the night.
      await boss.send('recalls', {})
      await boss.send('network-prices', {})
      // Vehicles from before there were schedules do not wait for the hour.
      await boss.send('due-dates', {})
    },
    async work(workers: Workers) {
      const start = <N extends JobName>(name: N) =>
        boss.work<JobData[N]>(name, { pollingIntervalSeconds: POLLING[name] }, async (jobs) => {
          for (const job of jobs)
            await workers[name](job.data).catch((error: Error) => {
              log.error({ err: error, job: name }, 'A job failed')
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
    /** Lets running jobs finish, at most `timeoutMs`. */
    stop: (timeoutMs: number) => boss.stop({ graceful: true, close: false, timeout: timeoutMs }),
  }
}
/** What the job table keeps of a failure: no text of others, which quotes addresses. */
const outputOf = (error: Error) => ({ name: error.name, message: redact(error.message) })

/** The same without stack, cause and the fields that dependencies add (pg-boss stores them all). */
function withoutDetails(error: Error): Error {
  const plain = new Error(redact(error.message))
  plain.name = error.name
  plain.stack = `${error.name}: ${plain.message}`
  return plain
}

export type OpenJobs = ReturnType<typeof openJobs>

/** For a server without workers (tests): what would be a job stays undone. */
export const noJobs: Jobs = { enqueue: async () => {} }
