import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { needsUserAction, OP_STATES, type OpState } from '#src/offline/model/states.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { readOps } from './existing.ts'
import { addOp, addOrHold, changeQueue, holdDependents, note, releaseDependents } from './working-queue.ts'

/** What a row has besides its operation after it was set aside: the state before, which a newer build may understand. */
interface SetAside {
  stateBefore?: unknown
}

/**
 * Removes an unreadable row from its lane and marks it as damaged, for display and export. Never deletes it
 * (docs/offline.md row 32). What depends on it is held, so that it does not block its lane. Idempotent.
 */
export async function quarantine(store: Store, id: string): Promise<void> {
  const { db } = store
  await store.writeForSending(async () =>
    changeQueue(db, await readOps(db, [id]), (queue) => {
      const row = queue.unreadable.get(id)
      if (row === undefined) return
      const { queue: lane, ...rest } = row
      const setAside: OpRow & SetAside = { ...rest, state: 'damaged', stateBefore: row.state }
      if (row.state !== 'damaged') queue.unreadable.set(id, setAside)
      // A damaged row that still has a lane would be found at its head again and again.
      else if (lane !== undefined) queue.unreadable.set(id, rest)
      holdDependents(queue, id)
    }),
  )
}

/**
 * Queues rows again that were set aside because a newer build had stored them, and that this build can read. Rows that
 * an earlier build set aside lack `stateBefore`. Their `trouble` is null, unlike that of damaged operations.
 */
export async function releaseReadable(store: Store): Promise<void> {
  const { db } = store
  const rows = await store.read(() => db.ops.where('state').equals('damaged').toArray())
  const ids = rows.filter((row) => stateOfReadable(row) !== null).map(({ id }) => id)
  if (ids.length === 0) return
  await store.writeForSending(async () =>
    changeQueue(db, await readOps(db, ids), (queue) => {
      for (const row of queue.existing.ops.filter(({ id }) => ids.includes(id))) {
        const [op, state] = [queue.ops.get(row.id), stateOfReadable(row)]
        if (op === undefined || state === null) continue
        const { stateBefore: _ended, ...rest }: OpRow & SetAside = op
        const restored: OpRow = { ...rest, state, heldFor: null }
        if (needsUserAction(state)) addOp(queue, restored)
        else addOrHold(queue, { ...restored, state: 'pending', nextAt: 0 })
        note(queue, `damaged → ${state}`, op.id)
        releaseDependents(queue, op.id)
      }
    }),
  )
}

/** The state of a row before it was set aside, if this build can read the row; else null. */
function stateOfReadable(row: OpRow & SetAside): OpState | null {
  const { stateBefore, trouble } = row
  if (readOp(row) === null || (stateBefore === undefined && trouble !== null)) return null
  return OP_STATES.find((state) => state === stateBefore) ?? 'pending'
}
