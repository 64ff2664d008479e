import type { Clock } from '#src/offline/model/clock.ts'
import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { changeStored } from '#src/offline/queue/working-queue.ts'
import type { FileRow } from '#src/offline/storage/outbox-db.ts'
import { tryUnlessFull } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'
import type { Breaker } from '#src/offline/transport/breaker.ts'
import { buildRequest, type RequestIdentity } from '#src/offline/transport/build-request.ts'
import {
  classify,
  isBlockedByProxy,
  isFailureOfOneRequest,
  isTooLargeForProxy,
  type Verdict,
} from '#src/offline/transport/classify.ts'
import { sendFile, type Upload } from '#src/offline/transport/send-file.ts'
import type { Transport } from '#src/offline/transport/transport.ts'
import { type Claimed, claim, markDamaged, type NotClaimed, type PreparedOp, prepareOp } from './claim.ts'
import { type HeldLease, LeaseLost } from './lock/lease.ts'
import { isSendable, pick } from './pick.ts'
import { claimUnrecorded, recordAttempt, rememberDelivered } from './send-on-full-disk.ts'
import { settle } from './settle.ts'
import type { Acked, UnrecordedState } from './unrecorded.ts'

/** Dependencies of the sender. One per page or worker. */
export interface SenderContext {
  store: Store
  clock: Clock
  random: () => number
  /** A visible page retries more often. */
  isVisible: () => boolean
  breaker: Breaker
  transport: Transport
  sender: RequestIdentity
  /** Null: there are no Web Locks; the lease alone decides. */
  locks?: LockManager | null
  /** State kept in memory while the disk is full. */
  unrecorded: UnrecordedState
  /**
   * Called before an acknowledged operation leaves the outbox, so that the server's row is in the cache first and no
   * screen loses it in between. Its failure is ignored.
   */
  onAcked(op: OpRow, acked: Acked, file: FileRow | null): Promise<void>
  /** Called with the observed state of the network. */
  onContact(network: 'online' | 'offline' | 'portal'): void
}

/** Minimum time between writes of progress to disk. */
const PROGRESS_MS = 1000

/** Operations of one lane sent in a row before the other lanes are checked again. */
const OPS_PER_LANE_RUN = 8

/**
 * Sends the head of a lane and, while it succeeds, the operations behind it. The result of an attempt and the claim of
 * the next operation are one transaction, and the next one is read during the request. Files are sent one at a time.
 * @returns 'barred' if sending is blocked for this user; 'unsettled' if a full disk could not record the result
 * @throws LeaseLost, StorageBlocked
 */
export async function sendLane(
  context: SenderContext,
  lease: HeldLease,
  head: OpRow,
  laneRun: LaneRun,
): Promise<'barred' | 'served' | 'unsettled'> {
  const { store, clock } = context
  let next = await prepareOp(store, head)
  let claimed = await claimOrUnrecorded(context, lease, next)
  for (let count = 1; typeof claimed !== 'string'; count++) {
    const { op, isUnrecorded, resumes } = claimed
    const isFile = claimed.file !== null
    const following = isFile || count >= OPS_PER_LANE_RUN ? Promise.resolve(null) : followerOf(store, op)
    const verdict = await attempt(context, claimed, laneRun)
    if (!verdict) return isUnrecorded ? 'unsettled' : 'served'
    const follower = await following
    const isRecorded = await tryUnlessFull(async () => {
      claimed = await store.writeForSending(async (): Promise<ClaimEnd> => {
        if (isUnrecorded) await recordAttempt(store.db, op)
        await settle({ ...context, lease, resumes }, op, verdict)
        if (!follower || verdict.type !== 'acked' || !laneRun.mayGoOn()) return 'passed over'
        next = follower
        return claim(store, lease, next, clock.now())
      })
    })
    if (isRecorded) continue
    if (verdict.type === 'auth') return 'barred'
    if (verdict.type !== 'acked') return 'unsettled'
    await rememberDelivered(context, op, verdict)
    return 'served'
  }
  if (claimed === 'lost') throw new LeaseLost()
  return claimed === 'passed over' ? 'served' : claimed
}

/** Conditions under which a lane is sent. */
export interface LaneRun {
  signal: AbortSignal
  /** Whether the run may start another attempt. */
  mayGoOn: () => boolean
  /** Lanes that are in flight or wait for the next run. */
  busy: () => ReadonlySet<string>
}

type ClaimEnd = Claimed | NotClaimed | 'unsettled'

/** Claims with a record in the row; without one if the disk is full. */
async function claimOrUnrecorded(
  context: SenderContext,
  lease: HeldLease,
  prepared: PreparedOp,
): Promise<ClaimEnd> {
  const { store, clock } = context
  const { op } = prepared
  let claimed: Claimed | NotClaimed = 'passed over'
  // Only the state in memory allows it to be sent.
  const isByMemory = !isSendable(op)
  const isRecorded =
    !isByMemory &&
    (await tryUnlessFull(async () => {
      claimed = await store.writeForSending(() => claim(store, lease, prepared, clock.now()))
    }))
  if (isRecorded) return claimed
  const end = await claimUnrecorded(context, lease, prepared)
  // The disk does not record this, and the lane must not be tried again at once.
  return end === 'passed over' ? 'unsettled' : end
}

/** Sends one operation once. @returns null if it cannot be sent at all (then marked as damaged) */
async function attempt(context: SenderContext, claimed: Claimed, laneRun: LaneRun): Promise<Verdict | null> {
  const { store, clock } = context
  const { op, file } = claimed
  const outgoing = buildRequest(op, file, context.sender)
  if (!outgoing) {
    await markDamaged(store, op.id, clock.now())
    return null
  }
  const outcome = file
    ? await sendFile(uploadOf(context, claimed, { whole: outgoing, bytes: file.bytes, laneRun }))
    : await context.transport(outgoing, laneRun.signal)
  const verdict = classify(outcome, op.id, clock.now())
  reportContact(context, verdict)
  if (verdict.type === 'acked') await context.onAcked(op, verdict, file).catch(() => {})
  return verdict
}

/** The next operation in the lane, if it could be sent at once. */
async function followerOf(store: Store, op: OpRow): Promise<PreparedOp | null> {
  const lane = op.queue ?? ''
  const row = await store.read(() =>
    store.db.ops.where('[queue+seq]').between([lane, op.seq], [lane, []], false).first(),
  )
  const follower = row === undefined ? null : readOp(row)
  return follower && isSendable(follower) ? prepareOp(store, follower) : null
}

/** Updates breaker and network state from the result of an attempt. */
function reportContact({ breaker, onContact }: SenderContext, verdict: Verdict): void {
  if (verdict.type === 'stopped') return
  if (verdict.type !== 'again') {
    breaker.succeeded()
    onContact('online')
    return
  }
  const { trouble, retryAfterMs } = verdict
  const isPause = retryAfterMs !== null && (trouble.status === 429 || trouble.status === 503)
  if (isPause) breaker.pause(retryAfterMs)
  // A proxy that refuses one request may let others through; only a probe can tell.
  const isLost = trouble.class === 'network' && !isBlockedByProxy(trouble)
  if (isLost || trouble.class === 'timeout') onContact('offline')
  if (trouble.class === 'portal') onContact('portal')
  if (isPause || trouble.class === 'busy' || isFailureOfOneRequest(trouble) || isTooLargeForProxy(trouble))
    return
  breaker.failed()
}

function uploadOf(
  context: SenderContext,
  claimed: Claimed,
  { whole, bytes, laneRun }: Pick<Upload, 'whole' | 'bytes'> & { laneRun: LaneRun },
): Upload {
  const { op, isRepeat } = claimed
  return {
    whole,
    bytes,
    isRepeat,
    arrived: op.arrived ?? 0,
    arrivedPartBytes: op.partBytes ?? null,
    failedAttempts: op.attempts,
    key: op.id,
    send: (outgoing, onProgress) => context.transport(outgoing, laneRun.signal, onProgress),
    onProgress: progressOf(context, op),
    onArrived: (storedBytes, partBytes) =>
      recordArrived(context, claimed, { storedBytes, partBytes }, laneRun),
  }
}

/**
 * Records how much of a file the server has stored, so that the next attempt resumes there. A connection that transfers
 * a part works, however often it breaks: the retry delay is reset.
 * @returns whether to continue now: not if another sender has the file, nor while an entry could be sent
 * (docs/offline.md#runner)
 */
async function recordArrived(
  context: SenderContext,
  { op: sent, isUnrecorded }: Claimed,
  { storedBytes: arrived, partBytes }: { storedBytes: number; partBytes: number | null },
  { busy }: LaneRun,
): Promise<boolean> {
  const { store, breaker, clock, unrecorded } = context
  breaker.succeeded()
  let isOurs = true
  const record = async () => {
    isOurs = await store.writeForSending(async () => {
      const op = readOp(await store.db.ops.get(sent.id))
      if (op?.state !== 'sending' || op.epoch !== sent.epoch) return false
      const restart = arrived > (op.arrived ?? 0) ? { attempts: 0, sameFailure: null } : {}
      const part = partBytes === null ? {} : { partBytes }
      await changeStored(store.db, op, { arrived, uploaded: arrived, ...part, ...restart })
      return true
    })
  }
  if (!isUnrecorded) await tryUnlessFull(record)
  if (!isOurs || arrived >= sent.bytes) return isOurs
  const now = clock.now()
  const request = { lanes: 'entry', count: 1, busy: busy(), now, after: '', unrecorded } as const
  return (await store.read(() => pick(store.db, request))).ready.length === 0
}

/** Records upload progress for the progress bars of all tabs; a failed write is ignored. */
function progressOf({ store, clock }: SenderContext, op: OpRow): (bytes: number) => void {
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
