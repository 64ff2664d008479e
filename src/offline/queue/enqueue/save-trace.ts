import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'

/** A marker that a save writes to the log with its commit, so that the save is found if its result was lost. */
export interface SaveTrace {
  id: string
  /** Set when its first transaction begins; from then on it may have been committed. */
  hasBegun: boolean
}
export const createSaveTrace = (): SaveTrace => ({ id: newId(), hasBegun: false })

/** Returns what a save has committed; null: nothing so far. */
export async function findSaved(db: OutboxDb, trace: SaveTrace, requestedId: string): Promise<Saved | null> {
  const row = await db.log
    .orderBy('n')
    .reverse()
    .filter(({ note: text }) => text === trace.id)
    .first()
  if (row?.opId === undefined) return null
  const { opId } = row
  // A create whose id was taken was stored under another id; it may already have been sent.
  const stored = (await db.ops.get(opId)) ?? (await db.receipts.get(opId))
  return { opId, entityId: stored?.entityId ?? requestedId }
}
