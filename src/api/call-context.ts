/** What one call can bring beside its input. */
export interface CallContext {
  /** Idempotency-Key: the same call again, its answer lost, makes nothing twice. */
  key?: string
}
