type UnauthorizedListener = (startedAt: number) => void

const listeners = new Set<UnauthorizedListener>()

/** Calls `listener` for each 'not signed in' response, with the start of its call by `performance.now`. */
export function onUnauthorized(listener: UnauthorizedListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a 'not signed in' response. */
export function announceUnauthorized(startedAt: number): void {
  for (const listener of [...listeners]) listener(startedAt)
}
