import type { EventEmitter } from 'node:events'

/**
 * Waits for the end of a connection, whichever way it ends. `once` of node:events will not do: it rejects when the other
 * side resets the connection, which is an end like any other.
 */
export const untilClosed = (connection: EventEmitter): Promise<void> =>
  new Promise((resolve) => connection.once('close', () => resolve()))
