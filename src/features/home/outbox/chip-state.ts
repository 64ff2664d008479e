import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { totalUnsent, waitingCountOf } from '#src/offline/model/unsent-count.ts'

/** What the one chip in the header says; the first that is true, in this order (interface rule 2). */
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
  'needsYou' | 'needsYouFiles' | 'pausedFor' | 'waiting' | 'filesWaiting' | 'isSending' | 'network'
>

/** State of the chip from the queue and from what the browser believes about its connection. */
export function chipStateOf(status: Status, isOnline: boolean): ChipState {
  const isWaiting = totalUnsent(waitingCountOf(status)) > 0
  if (status.needsYou > 0) return isWaiting ? 'needsYouWaiting' : 'needsYou'
  if (status.pausedFor === 'auth' && isWaiting) return 'signIn'
  if (isOffline(status, isOnline)) return isWaiting ? 'offlineWaiting' : 'offline'
  if (status.isSending) return 'sending'
  return isWaiting ? 'waiting' : 'allSent'
}

/** Nothing of ours can be reached: the browser says so, or the outbox has found out. */
export function isOffline({ network }: Pick<OutboxStatus, 'network'>, isOnline: boolean): boolean {
  return !isOnline || network === 'offline' || network === 'portal'
}
