import { LANES, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { isRemovedBy } from '#src/offline/queue/removed-files.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { isDue } from '#src/offline/transport/backoff.ts'
import type { UnrecordedState } from './unrecorded.ts'

export interface Picked {
  /** Heads of lanes that may be sent now, at most `count`. */
  ready: OpRow[]
  /** Rows that cannot be parsed as operations, each at the head of its lane. */
  unreadable: { id: string; lane: string }[]
  /** Earliest retry time of a waiting head; null: none waits for a time. */
  nextAt: number | null
  /** Whether any lane has a head at all. */
  hasMore: boolean
}

export interface PickRequest {
  lanes: keyof typeof LANES
  count: number
  /** Lanes that are sending. */
  busy: ReadonlySet<string>
  now: number
  /** The last lane served: the search continues behind it, so that all lanes get a turn. */
  after: string
  /** State known in memory only, on a full disk. */
  unrecorded?: UnrecordedState
}

/**
 * Picks the heads of lanes by index: one step per lane, whatever its length (docs/offline.md row 31). Only the head of
 * a lane is considered, because order within a lane is strict.
 */
export async function pick(db: OutboxDb, request: PickRequest): Promise<Picked> {
  const picked: Picked = { ready: [], unreadable: [], nextAt: null, hasMore: false }
  const prefix = LANES[request.lanes]
  const end = `${prefix}\uffff`
  const from = request.after > prefix && request.after < end ? request.after : prefix
  await collect(db, request, picked, from, end)
  if (from !== prefix && picked.ready.length < request.count) await collect(db, request, picked, prefix, from)
  return picked
}

/** Whether an operation may be sent once its retry time has come. */
export const isSendable = (op: OpRow, unrecorded?: UnrecordedState): boolean =>
  (op.state === 'pending' ||
    op.state === 'retry' ||
    op.state === 'stuck' ||
    ((op.state === 'sending' || op.state === 'auth') && unrecorded?.hasAbandoned === true)) &&
  op.dependsOn.every((id) => {
    const delivered = unrecorded?.delivered.get(id)
    // The server no longer has a file that a delivered operation removes.
    return delivered !== undefined && !isRemovedBy(delivered.sent, op)
  })

/** Walks the lanes in (from, to]. */
async function collect(
  db: OutboxDb,
  request: PickRequest,
  picked: Picked,
  from: string,
  to: string,
): Promise<void> {
  const delivered = request.unrecorded?.delivered
  let lane = from
  while (picked.ready.length < request.count) {
    // Any number sorts before an empty array: [lane, []] is after all rows of a lane.
    const rows = db.ops.where('[queue+seq]').between([lane, []], [to, []], false, true)
    const row = await (delivered?.size ? rows.and(({ id }) => !delivered.has(id)) : rows).first()
    if (row === undefined) return
    lane = row.queue ?? to
    picked.hasMore = true
    if (request.busy.has(lane)) continue
    const op = readOp(row)
    if (op === null) picked.unreadable.push({ id: row.id, lane })
    else if (!isSendable(op, request.unrecorded)) continue
    else if (isDue(op.nextAt, request.now)) picked.ready.push(op)
    else picked.nextAt = Math.min(picked.nextAt ?? op.nextAt, op.nextAt)
  }
}
