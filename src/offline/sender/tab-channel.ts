import { outboxName, type Scope } from '#src/offline/model/scope.ts'

/** Tells the other tabs of this user that the outbox has something new, and hears it from them. */
export interface Poke {
  tell(): void
  close(): void
}

export function openPoke(scope: Scope, hear: () => void): Poke {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, close: () => {} }
  const channel = new BroadcastChannel(outboxName(scope))
  channel.onmessage = hear
  return { tell: () => channel.postMessage('poke'), close: () => channel.close() }
}
