/** Options of a single API call, besides its input. */
export interface CallContext {
  /** Idempotency-Key. A retry with the same key creates nothing twice. */
  key?: string
  /** If-Match: the revision that was on the screen. The server rejects changes to any other revision (`stale`). */
  ifMatch?: number
  /** Overrides the default timeout, for calls with a large body. */
  timeoutMs?: number
}
