/** Options of a single API call, besides its input. */
export interface CallContext {
  /** Idempotency-Key. A retry with the same key creates nothing twice. */
  key?: string
  /** If-Match: the revision that was on the screen. The server rejects changes to any other revision (`stale`). */
  ifMatch?: number
  /** Overrides the default timeout, for calls with a large body. */
  timeoutMs?: number
  /** The session that the call is about, as `fleet:user`, if it is not the one that this tab shows. */
  session?: string
}

let shownSession: string | undefined

/** The session that this tab shows, as `fleet:user`. `link.ts` sends it, so that the server rejects calls under another. */
export const readShownSession = (): string | undefined => shownSession

/** Stores whose data this tab shows; undefined: no one is signed in. */
export function setShownSession(user: { id: number; fleet_id: number } | undefined): void {
  shownSession = user && `${user.fleet_id}:${user.id}`
}
