type UnauthorizedListener = (startedAt: number) => void

const listeners = new Set<UnauthorizedListener>()

/** Calls `listener` for each answer that says 'not signed in', with the time at which that call had started. */
export function onUnauthorized(listener: UnauthorizedListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells that an answer said 'not signed in'. */
export function announceUnauthorized(startedAt: number): void {
  for (const listener of [...listeners]) listener(startedAt)
}
