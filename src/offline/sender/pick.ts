import { LANES, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { isDue } from '#src/offline/transport/backoff.ts'
import type { Unnoted } from './unrecorded.ts'

export interface Picked {
  /** Heads of lanes that may go now, at most as many as asked for. */
  ready: OpRow[]
  /** Rows that do not read as operations, each at the head of its lane. */
  unreadable: { id: string; lane: string }[]
  /** Earliest time of a head that must wait; null: none waits for time. */
  nextAt: number | null
  /** Whether any lane has a head at all. */
  hasMore: boolean
}

export interface Wish {
  lanes: keyof typeof LANES
  count: number
  /** Lanes that are sending. */
  busy: ReadonlySet<string>
  now: number
  /** Lane that was served last: the search goes on behind it, so that all get their turn. */
  after: string
  /** What is known in memory only, on a full disk. */
  unnoted?: Unnoted
}

/**
 * Heads of lanes, by index: one step a lane, whatever their length (docs/offline.md row 31). Only the head of a lane is
 * ever looked at: order within a lane is strict.
 */
export async function pick(db: OutboxDb, wish: Wish): Promise<Picked> {
  const picked: Picked = { ready: [], unreadable: [], nextAt: null, hasMore: false }
  const prefix = LANES[wish.lanes]
  const end = `${prefix}\uffff`
  const from = wish.after > prefix && wish.after < end ? wish.after : prefix
  await collect(db, wish, picked, from, end)
  if (from !== prefix && picked.ready.length < wish.count) await collect(db, wish, picked, prefix, from)
  return picked
}

/** Whether an operation may go out once its time has come. */
export const isSendable = (op: OpRow, unnoted?: Unnoted): boolean =>
  (op.state === 'pending' ||
    op.state === 'retry' ||
    op.state === 'stuck' ||
    ((op.state === 'sending' || op.state === 'auth') && unnoted?.hasAbandoned === true)) &&
  op.dependsOn.every((id) => unnoted?.delivered.has(id) === true)

/** Walks the lanes in (from, to]. */
async function collect(db: OutboxDb, wish: Wish, picked: Picked, from: string, to: string): Promise<void> {
  const delivered = wish.unnoted?.delivered
  let lane = from
  while (picked.ready.length < wish.count) {
    // Any number sorts before an empty array: [lane, []] is behind all of a lane.
    const rows = db.ops.where('[queue+seq]').between([lane, []], [to, []], false, true)
    const row = await (delivered?.size ? rows.and(({ id }) => !delivered.has(id)) : rows).first()
    if (row === undefined) return
    lane = row.queue ?? to
    picked.hasMore = true
    if (wish.busy.has(lane)) continue
    const op = readOp(row)
    if (op === null) picked.unreadable.push({ id: row.id, lane })
    else if (!isSendable(op, wish.unnoted)) continue
    else if (isDue(op.nextAt, wish.now)) picked.ready.push(op)
    else picked.nextAt = Math.min(picked.nextAt ?? op.nextAt, op.nextAt)
  }
}
