import { outboxName, type Scope } from '#src/offline/model/scope.ts'

/** Notifies the other tabs of this user that the outbox has changed, and receives their notifications. */
export interface TabChannel {
  notify(): void
  close(): void
}

export function openTabChannel(scope: Scope, onMessage: () => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { notify: () => {}, close: () => {} }
  const channel = new BroadcastChannel(outboxName(scope))
  channel.onmessage = onMessage
  return { notify: () => channel.postMessage('poke'), close: () => channel.close() }
}
