import type { PushMessage } from '#contract/home/push.ts'

/** What the server tells this user beside 'something changed'. */
export type PushNotice = Extract<PushMessage, { type: 'bulk_upsertion' }>

const listeners = new Set<(told: PushNotice) => void>()
const watchers = new Set<() => void>()
let isOpen = false

/** Calls `listener` with all that the push channel tells this user. */
export function onPushNotice(listener: (told: PushNotice) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announcePushNotice(told: PushNotice): void {
  for (const listener of [...listeners]) listener(told)
}

/** Whether the push channel is open: `useSyncExternalStore(pushState.subscribe, pushState.isHeard)`. */
export const pushConnection = {
  isHeard: () => isOpen,
  set(next: boolean) {
    isOpen = next
    for (const watcher of [...watchers]) watcher()
  },
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
