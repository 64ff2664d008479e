/** What one call can bring beside its input. */
export interface CallContext {
  /** Idempotency-Key: the same call again, its answer lost, makes nothing twice. */
  key?: string
  /** If-Match: the revision that was on the screen; the server refuses to change any other one (`stale`). */
  ifMatch?: number
  /** For a call with a large body: it may take this long. */
  timeoutMs?: number
}
