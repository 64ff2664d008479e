import type { EventEmitter } from 'node:events'

/**
 * Waits until a connection ends in any way. `once` of node:events does not suit, because it rejects when the other side
 * resets the connection.
 */
export const untilClosed = (connection: EventEmitter): Promise<void> =>
  new Promise((resolve) => connection.once('close', () => resolve()))
