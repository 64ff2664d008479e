import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { totalUnsent, waitingCountOf } from '#src/offline/model/unsent-count.ts'

/** State of the chip in the header; the first that applies, in this order (interface rule 2). */
export type ChipState =
  | 'needsYou'
  | 'needsYouWaiting'
  | 'signIn'
  | 'offlineWaiting'
  | 'offline'
  | 'sending'
  | 'waiting'
  | 'allSent'

type Status = Pick<
  OutboxStatus,
  | ('needsYou' | 'needsYouFiles' | 'listedWithNeedsYou' | 'pausedFor')
  | ('waiting' | 'filesWaiting' | 'isSending' | 'network')
>

/** State of the chip from the queue and the browser's connection state. */
export function chipStateOf(status: Status, isOnline: boolean): ChipState {
  const isWaiting = totalUnsent(waitingCountOf(status)) > 0
  if (status.needsYou > 0) return isWaiting ? 'needsYouWaiting' : 'needsYou'
  if (status.pausedFor === 'auth' && isWaiting) return 'signIn'
  if (isOffline(status, isOnline)) return isWaiting ? 'offlineWaiting' : 'offline'
  if (status.isSending) return 'sending'
  return isWaiting ? 'waiting' : 'allSent'
}

/** The server is unreachable, according to the browser or the outbox. */
export function isOffline({ network }: Pick<OutboxStatus, 'network'>, isOnline: boolean): boolean {
  return !isOnline || network === 'offline' || network === 'portal'
}
