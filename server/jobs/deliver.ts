import { createHash } from 'node:crypto'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { CircuitError } from '#server/integrations/circuit.ts'
import { inJobSpan } from '#server/observe/tracing.ts'
import { redact } from '#server/redact.ts'
import { RunLater } from './run-later.ts'

/** Queues of messages to people. */
export const DELIVERIES = ['mail', 'text'] as const
export type DeliveryName = (typeof DELIVERIES)[number]
/** docs/operate/metrics.md names these lines. */
const FAILED_DELIVERY: Record<DeliveryName, string> = {
  mail: 'Mail could not be sent',
  text: 'Text message could not be sent',
}

type Delivery = JobWithMetadata<{ id: string }>

interface Log {
  error(about: object, message: string): void
}

/** Runs the job of one message and returns its result. Failures are logged. */
export async function deliver(
  boss: PgBoss,
  job: Delivery,
  worker: (data: { id: string }) => Promise<void>,
  log: Log,
): Promise<JobResult> {
  const { id, data } = job
  const name = job.name as DeliveryName
  try {
    const attempt = () =>
      worker(data).catch((error: unknown) => {
        if (!(error instanceof RunLater)) throw error
        return repeatIn(boss, job, error.seconds)
      })
    await inJobSpan(name, attempt)
    return { id, status: 'completed' }
  } catch (thrown) {
    const error = thrown as Error
    // The circuit has logged that it rejects all calls.
    const isRejected = error.cause instanceof CircuitError && error.cause.reason !== 'timeout'
    if (!isRejected) log.error({ err: error, id: data.id }, FAILED_DELIVERY[name])
    // Redacted, because messages may quote addresses.
    return { id, status: 'failed', output: { name: error.name, message: redact(error.message) } }
  }
}

/** Shortest wait of a job that runs later, so that no fault of a clock repeats it at once, again and again. */
const LATER_MIN_SECONDS = 60

/**
 * Enqueues a job again, with the attempts that are left. The new ID follows from the old one, so a server that is killed
 * before it completes the old job does not enqueue two.
 */
async function repeatIn(boss: PgBoss, { id, name, data, retryCount, retryLimit }: Delivery, seconds: number) {
  const nextId = createHash('sha256').update(id).digest('hex').slice(0, 32)
  const retriesLeft = Math.max(0, retryLimit - retryCount)
  // pg-boss adds a number of seconds to the time of the database.
  const startAfter = Math.max(LATER_MIN_SECONDS, Math.ceil(seconds))
  await boss.send(name, data, { id: nextId, startAfter, retryLimit: retriesLeft })
}
