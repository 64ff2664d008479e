import type { Clock } from '#src/offline/model/clock.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import type { Store } from '#src/offline/storage/store.ts'
import type { Verdict } from '#src/offline/transport/classify.ts'

export type Acked = Extract<Verdict, { type: 'acked' }>

/**
 * What sending keeps in memory while the disk takes no notes at all, not even after the reserve was given up
 * (docs/offline.md row 9). Deletes still work on such a disk, so entries can leave it. Lost with the page: everything in it
 * is then sent again under the same key, and the server answers as before.
 */
export interface UnrecordedState {
  /** Acknowledged operations that are still in the outbox, as they were sent, with their answers. */
  delivered: Map<string, { sent: OpRow; verdict: Acked }>
  /** Rows may say 'sending' although nobody sends them, and 'auth' although the session is there again. */
  hasAbandoned: boolean
}

export const createUnrecordedState = (): UnrecordedState => ({
  delivered: new Map(),
  hasAbandoned: false,
})

/** The part of a context sender that works on a full disk. */
export interface FullDiskContext {
  store: Store
  clock: Clock
  unrecorded: UnrecordedState
}
