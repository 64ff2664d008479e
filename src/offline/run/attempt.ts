import type { Clock } from '../clock.ts'
import type { Breaker } from '../send/breaker.ts'
import { classify, type Verdict } from '../send/classify.ts'
import { outgoingOf, type Sender } from '../send/outgoing.ts'
import type { Transport } from '../send/transport.ts'
import type { OpRow } from '../store/op-row.ts'
import type { FileRow } from '../store/outbox-db.ts'
import type { Store } from '../store/store.ts'
import { claim, markDamaged } from './claim.ts'
import type { HeldLease } from './lease.ts'
import { settle } from './settle.ts'

/** What the runner works with. One per page or worker. */
export interface Running {
  store: Store
  clock: Clock
  random: () => number
  /** A page that somebody looks at tries more often. */
  isVisible: () => boolean
  breaker: Breaker
  transport: Transport
  sender: Sender
  /** Null: there are no Web Locks, the lease alone decides. */
  locks?: LockManager | null
  /**
   * Told of an acknowledgement before the operation leaves the outbox, so that the server's row is in the cache by then
   * and no screen loses it in between. Its failure keeps nothing up.
   */
  onAcked(op: OpRow, body: unknown, file: FileRow | null): Promise<void>
  /** How the network showed itself. */
  onContact(network: 'online' | 'offline' | 'portal'): void
}

/** Troubles that say that the network or the whole server is down, not this operation. */
const OUTAGE = new Set([502, 503, 504])
/** Writes of progress to disk, at most this often. */
const PROGRESS_MS = 1000

/** Sends one operation once and writes down what came of it. @throws LeaseLost, StorageBlocked */
export async function attempt(
  running: Running,
  lease: HeldLease,
  picked: OpRow,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = running
  const claimed = await claim(store, lease, picked, clock.now())
  if (!claimed) return
  const { op, file } = claimed
  const outgoing = outgoingOf(op, file, running.sender)
  if (!outgoing) return markDamaged(store, op.id, clock.now())
  const outcome = await running.transport(outgoing, signal, progressOf(running, op))
  const verdict = classify(outcome, op.id, clock.now())
  tell(running, verdict)
  if (verdict.type === 'acked') await running.onAcked(op, verdict.body, file).catch(() => {})
  await settle({ ...running, lease }, op, verdict)
}

/** Lets breaker and chip know what an attempt says about network and server. */
function tell({ breaker, onContact }: Running, verdict: Verdict): void {
  if (verdict.type === 'stopped') return
  if (verdict.type !== 'again') {
    breaker.succeeded()
    onContact('online')
    return
  }
  const { trouble, retryAfterMs } = verdict
  const isPause = retryAfterMs !== null && (trouble.status === 429 || trouble.status === 503)
  if (isPause) breaker.pause(retryAfterMs)
  if (trouble.class === 'network' || trouble.class === 'timeout') onContact('offline')
  if (trouble.class === 'portal') onContact('portal')
  if (isPause || trouble.class === 'busy' || (trouble.class === 'server' && !OUTAGE.has(trouble.status)))
    return
  breaker.failed()
}

/** Writes upload progress for the progress bars of all tabs; a lost write is of no account. */
function progressOf({ store, clock }: Running, op: OpRow): (bytes: number) => void {
  let writtenAt = clock.now()
  return (bytes) => {
    if (clock.now() - writtenAt < PROGRESS_MS) return
    writtenAt = clock.now()
    store.db.ops
      .where({ id: op.id })
      .and((row) => row.state === 'sending')
      .modify({ uploaded: Math.min(bytes, op.bytes) })
      .catch(() => {})
  }
}
