import type { ServerState } from './server-state.ts'

/** One condition that an operator should know about. */
interface Check {
  name: string
  isOk: boolean
  /** What was measured, in the unit that the name says. Null: unknown. */
  value: number | null
  /** The value at which the check fails. */
  limit: number
  /** What exceeds the limit, if there are several. */
  failing?: string[]
}

/** The health of the server and what it depends on. */
interface HealthReport {
  /** 'down': it cannot serve. 'degraded': it serves, and something needs attention. */
  status: 'ok' | 'degraded' | 'down'
  checks: Check[]
}

/** Limits of the checks. The alerts in `deploy/prometheus/alerts.yml` use the same. */
const LIMITS = {
  diskFree: 0.1,
  oldestMailSeconds: 300,
  oldestTextSeconds: 1800,
  oldestJobSeconds: 1800,
  failedJobs: 1,
  replicationLagSeconds: 30,
  commitWaitSeconds: 5,
  oldestTransactionSeconds: 600,
  pollerSuccessAgeSeconds: 600,
} as const

/** Judges the state of a server. */
export function healthReport(state: ServerState, isReady: boolean): HealthReport {
  const { database, diskFree, mayWriteFiles, replica } = state
  const checks: Check[] = [
    { name: 'ready', isOk: isReady, value: isReady ? 1 : 0, limit: 1 },
    { name: 'database_up', isOk: database !== null, value: database ? 1 : 0, limit: 1 },
    { name: 'data_folder_writable', isOk: mayWriteFiles, value: mayWriteFiles ? 1 : 0, limit: 1 },
    atLeast('disk_free_ratio', diskFree, LIMITS.diskFree),
    below('commit_wait_seconds', state.commitWaitSeconds, LIMITS.commitWaitSeconds),
    pollerCheck(state.pollers),
  ]
  if (replica) {
    const isUsed = replica.problem === null
    checks.push({ name: 'replica_used', isOk: isUsed, value: isUsed ? 1 : 0, limit: 1 })
  }
  if (database) {
    const [mail, text] = ['mail', 'text'].map((name) => database.queues.find(({ queue }) => queue === name))
    const others = database.queues.filter(({ queue }) => queue !== 'mail' && queue !== 'text')
    const failed = database.queues.reduce((sum, queue) => sum + queue.failed, 0)
    checks.push(
      below('oldest_unsent_mail_seconds', mail?.oldestSeconds ?? 0, LIMITS.oldestMailSeconds),
      below('oldest_unsent_text_seconds', text?.oldestSeconds ?? 0, LIMITS.oldestTextSeconds),
      below(
        'oldest_job_seconds',
        largest(others.map((queue) => queue.oldestSeconds)),
        LIMITS.oldestJobSeconds,
      ),
      below('failed_jobs', failed, LIMITS.failedJobs),
      replicationLag(database.replicas.map(({ lagSeconds }) => lagSeconds)),
      below('oldest_transaction_seconds', database.oldestTransactionSeconds, LIMITS.oldestTransactionSeconds),
    )
  }
  const isDown = !isReady || database === null
  const isDegraded = checks.some((check) => !check.isOk)
  return { status: isDown ? 'down' : isDegraded ? 'degraded' : 'ok', checks }
}

function pollerCheck(pollers: ServerState['pollers']): Check {
  const limit = LIMITS.pollerSuccessAgeSeconds
  const oldest = largest(pollers.map(({ successAgeSeconds }) => successAgeSeconds))
  const check = below('poller_success_age_seconds', Math.round(oldest), limit)
  const failing = pollers.filter(({ successAgeSeconds }) => successAgeSeconds >= limit)
  return failing.length === 0 ? check : { ...check, failing: failing.map(({ name }) => name) }
}

function replicationLag(lags: readonly (number | null)[]): Check {
  const known = lags.filter((lag) => lag !== null)
  const check = below('replication_lag_seconds', largest(known), LIMITS.replicationLagSeconds)
  return known.length < lags.length && check.isOk ? { ...check, value: null } : check
}

const largest = (values: number[]) => Math.max(0, ...values)
const below = (name: string, value: number, limit: number): Check => ({
  name,
  isOk: value < limit,
  value,
  limit,
})
const atLeast = (name: string, value: number | null, limit: number): Check => ({
  name,
  value,
  limit,
  isOk: value === null || value >= limit,
})
