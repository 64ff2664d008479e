import type { Clock } from '#src/offline/model/clock.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import type { Store } from '#src/offline/storage/store.ts'
import type { Verdict } from '#src/offline/transport/classify.ts'

export type Acked = Extract<Verdict, { type: 'acked' }>

/**
 * State that the sender keeps in memory while the disk is full, even after the reserve was released (docs/offline.md
 * row 9). Deletes still work on such a disk, so entries can leave it. If the page is killed, this state is lost; everything
 * in it is then sent again under the same key, and the server repeats its response.
 */
export interface UnrecordedState {
  /** Acknowledged operations that are still in the outbox, as they were sent, with their verdicts. */
  delivered: Map<string, { sent: OpRow; verdict: Acked }>
  /** Rows may have the state 'sending' without a sender, or 'auth' although the session is valid again. */
  hasAbandoned: boolean
}

export const createUnrecordedState = (): UnrecordedState => ({
  delivered: new Map(),
  hasAbandoned: false,
})

/** The part of the sender context that works on a full disk. */
export interface FullDiskContext {
  store: Store
  clock: Clock
  unrecorded: UnrecordedState
}
