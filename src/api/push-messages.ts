import type { PushMessage } from '#contract/home/push.ts'

/** Push messages for this user besides 'something changed'. */
export type PushNotice = Extract<PushMessage, { type: 'bulk_upsertion' }>

const listeners = new Set<(notice: PushNotice) => void>()
const watchers = new Set<() => void>()
let isOpen = false

/** Calls `listener` with each push message for this user. */
export function onPushNotice(listener: (notice: PushNotice) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announcePushNotice(notice: PushNotice): void {
  for (const listener of [...listeners]) listener(notice)
}

/** Whether the push channel is open: `useSyncExternalStore(pushConnection.subscribe, pushConnection.isOpen)`. */
export const pushConnection = {
  isOpen: () => isOpen,
  set(next: boolean) {
    isOpen = next
    for (const watcher of [...watchers]) watcher()
  },
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
