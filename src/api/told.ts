import type { PushMessage } from '#contract/home/push.ts'

/** What the server tells this user beside 'something changed'. */
export type Told = Extract<PushMessage, { type: 'bulk_upsertion' }>

const listeners = new Set<(told: Told) => void>()
const watchers = new Set<() => void>()
let isHeard = false

/** Calls `listener` with all that the push channel tells this user. */
export function onTold(listener: (told: Told) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceTold(told: Told): void {
  for (const listener of [...listeners]) listener(told)
}

/** Whether the push channel is open: `useSyncExternalStore(pushState.subscribe, pushState.isHeard)`. */
export const pushState = {
  isHeard: () => isHeard,
  set(next: boolean) {
    isHeard = next
    for (const watcher of [...watchers]) watcher()
  },
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
