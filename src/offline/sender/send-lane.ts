import type { Clock } from '#src/offline/model/clock.ts'
import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import type { FileRow } from '#src/offline/storage/outbox-db.ts'
import { unlessFull } from '#src/offline/storage/reserve.ts'
import { changeOp, type Store } from '#src/offline/storage/store.ts'
import type { Breaker } from '#src/offline/transport/breaker.ts'
import { outgoingOf, type Sender } from '#src/offline/transport/build-request.ts'
import { classify, type Verdict } from '#src/offline/transport/classify.ts'
import { sendFile, type Upload } from '#src/offline/transport/send-file.ts'
import type { Transport } from '#src/offline/transport/transport.ts'
import { type Claimed, claim, markDamaged, type NotClaimed, type Readied, ready } from './claim.ts'
import { type HeldLease, LeaseLost } from './lease.ts'
import { isSendable, pick } from './pick.ts'
import { claimWithoutNotes, deliveredWithoutNote, noteAttempt } from './send-on-full-disk.ts'
import { settle } from './settle.ts'
import type { Unnoted } from './unrecorded.ts'

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
  /** What is known in memory only, while the disk takes no notes. */
  unnoted: Unnoted
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

/** Operations of one lane that follow each other without a new look at the other lanes. */
const TURN = 8

/**
 * Sends the head of a lane and, while all goes well, what follows it there: what an attempt came to and the claim of the
 * next one are one transaction, and the next one is read while the line is busy. Files go one at a time.
 * @returns 'barred' when nothing of this user may leave; 'unsettled' when a full disk did not take what came of it
 * @throws LeaseLost, StorageBlocked
 */
export async function serveLane(
  running: Running,
  lease: HeldLease,
  head: OpRow,
  turn: Turn,
): Promise<'barred' | 'served' | 'unsettled'> {
  const { store, clock } = running
  let next = await ready(store, head)
  let claimed = await claimInAnyCase(running, lease, next)
  for (let count = 1; typeof claimed !== 'string'; count++) {
    const { op, isUnnoted } = claimed
    const isFile = claimed.file !== null
    const following = isFile || count >= TURN ? Promise.resolve(null) : followerOf(store, op)
    const verdict = await attempt(running, claimed, turn)
    if (!verdict) return isUnnoted ? 'unsettled' : 'served'
    const follower = await following
    const isNoted = await unlessFull(async () => {
      claimed = await store.writeForSending(async (): Promise<ClaimEnd> => {
        if (isUnnoted) await noteAttempt(store.db, op)
        await settle({ ...running, lease }, op, verdict)
        if (!follower || verdict.type !== 'acked' || !turn.mayGoOn()) return 'passed over'
        next = follower
        return claim(store, lease, next, clock.now())
      })
    })
    if (isNoted) continue
    if (verdict.type === 'auth') return 'barred'
    if (verdict.type !== 'acked') return 'unsettled'
    await deliveredWithoutNote(running, op, verdict)
    return 'served'
  }
  if (claimed === 'lost') throw new LeaseLost()
  return claimed === 'passed over' ? 'served' : claimed
}

/** What a lane is served within. */
export interface Turn {
  signal: AbortSignal
  /** Whether the run may start another attempt. */
  mayGoOn: () => boolean
  /** Lanes that are on the wire or wait for the next run. */
  busy: () => ReadonlySet<string>
}

type ClaimEnd = Claimed | NotClaimed | 'unsettled'

/** Claims with a note in the row; without one where the disk is full. */
async function claimInAnyCase(running: Running, lease: HeldLease, readied: Readied): Promise<ClaimEnd> {
  const { store, clock } = running
  const { op } = readied
  let claimed: Claimed | NotClaimed = 'passed over'
  // It may go only by what memory knows.
  const isByMemory = !isSendable(op)
  const isNoted =
    !isByMemory &&
    (await unlessFull(async () => {
      claimed = await store.writeForSending(() => claim(store, lease, readied, clock.now()))
    }))
  if (isNoted) return claimed
  const end = await claimWithoutNotes(running, lease, readied)
  // Nothing on disk says so, and it must not be looked at again at once.
  return end === 'passed over' ? 'unsettled' : end
}

/** Sends one operation once. @returns null when it cannot be sent at all (then marked as damaged) */
async function attempt(running: Running, claimed: Claimed, turn: Turn): Promise<Verdict | null> {
  const { store, clock } = running
  const { op, file } = claimed
  const outgoing = outgoingOf(op, file, running.sender)
  if (!outgoing) {
    await markDamaged(store, op.id, clock.now())
    return null
  }
  const outcome = file
    ? await sendFile(uploadOf(running, claimed, { whole: outgoing, bytes: file.bytes, turn }))
    : await running.transport(outgoing, turn.signal)
  const verdict = classify(outcome, op.id, clock.now())
  tell(running, verdict)
  if (verdict.type === 'acked') await running.onAcked(op, verdict.body, file).catch(() => {})
  return verdict
}

/** The operation behind another one in its lane, if it could go at once. */
async function followerOf(store: Store, op: OpRow): Promise<Readied | null> {
  const lane = op.queue ?? ''
  const row = await store.read(() =>
    store.db.ops.where('[queue+seq]').between([lane, op.seq], [lane, []], false).first(),
  )
  const follower = row === undefined ? null : readOp(row)
  return follower && isSendable(follower) ? ready(store, follower) : null
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

function uploadOf(
  running: Running,
  claimed: Claimed,
  { whole, bytes, turn }: Pick<Upload, 'whole' | 'bytes'> & { turn: Turn },
): Upload {
  const { op, isRepeat } = claimed
  return {
    ...{ whole, bytes, isRepeat, key: op.id },
    send: (outgoing, onProgress) => running.transport(outgoing, turn.signal, onProgress),
    onProgress: progressOf(running, op),
    onArrived: (kept) => noteArrived(running, claimed, kept, turn),
  }
}

/**
 * Notes what the server keeps of a file, so that whoever sends it next goes on there. A line that gets a part through
 * is alive, however often it breaks: the wait begins anew.
 * @returns whether to go on now: not when the file is another runner's, nor while an entry could go (docs/offline.md#runner)
 */
async function noteArrived(
  running: Running,
  { op: sent, isUnnoted }: Claimed,
  arrived: number,
  { busy }: Turn,
): Promise<boolean> {
  const { store, breaker, clock, unnoted } = running
  breaker.succeeded()
  let isOurs = true
  const note = async () => {
    isOurs = await store.writeForSending(async () => {
      const op = readOp(await store.db.ops.get(sent.id))
      if (op?.state !== 'sending' || op.epoch !== sent.epoch) return false
      const attempts = arrived > (op.arrived ?? 0) ? 0 : op.attempts
      await changeOp(store.db, op, { arrived, uploaded: arrived, attempts })
      return true
    })
  }
  if (!isUnnoted) await unlessFull(note)
  if (!isOurs || arrived >= sent.bytes) return isOurs
  const now = clock.now()
  const wish = { lanes: 'entry', count: 1, busy: busy(), now, after: '', unnoted } as const
  return (await store.read(() => pick(store.db, wish))).ready.length === 0
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
