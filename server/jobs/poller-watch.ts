/** When a poller last succeeded. */
export interface PollerState {
  name: string
  successAgeSeconds: number
}

/**
 * Remembers when each poller last succeeded, because no job queue shows its failures. The start counts as a success. `now` is
 * a clock in milliseconds that does not jump.
 */
export function watchPollers(now: () => number = () => performance.now()) {
  const succeededAt = new Map<string, number>()
  return {
    now,
    noteSuccess: (name: string) => void succeededAt.set(name, now()),
    states: (): PollerState[] =>
      [...succeededAt].map(([name, at]) => ({ name, successAgeSeconds: (now() - at) / 1000 })),
  }
}
export type PollerWatch = ReturnType<typeof watchPollers>
