type UnauthorisedListener = (startedAt: number) => void

const listeners = new Set<UnauthorisedListener>()

/** Calls `listener` for each answer that says 'not signed in', with the time at which that call had started. */
export function onUnauthorised(listener: UnauthorisedListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells that an answer said 'not signed in'. */
export function announceUnauthorised(startedAt: number): void {
  for (const listener of [...listeners]) listener(startedAt)
}
