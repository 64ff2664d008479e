/** A read that can be taken once or followed: after each change that could alter it, it is read again. */
export interface Live<T> {
  current(): Promise<T>
  /** Calls `listener` now and after each change, also those of other tabs and of the worker. Returns the way to stop. */
  subscribe(listener: (value: T) => void, onError?: (error: unknown) => void): () => void
}
