import { v7 as uuidv7 } from 'uuid'

/**
 * Returns a new UUIDv7 for an entity, a file or an operation. Later ids sort later, which keeps the server's indexes
 * compact. The order of the queue never depends on it, because clocks jump.
 */
export const newId = (now: number = Date.now()): string => uuidv7({ msecs: now })

/**
 * Returns the queue's id of an order. The server numbers orders, and the queue identifies entities by UUID. The id is
 * the same for each call, so that a later change is merged into the queued one.
 */
export function orderEntityId(orderId: number): string {
  return `00000000-0000-8000-8000-${orderId.toString(16).padStart(12, '0')}`
}

/** Lower-case hex digits of bytes. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
