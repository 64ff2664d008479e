/**
 * State of one operation (docs/offline.md#states). It leaves the table only by acknowledgement or by a confirmed act of the person.
 *
 * pending: never tried, or set free again · sending: on the wire under a lease · retry: tries again at `nextAt` ·
 * auth: the server wants a sign-in · stuck: keeps failing by itself, tried once an hour, shown ·
 * conflict, rejected: the server refused; the person decides · held: waits for another operation, cannot be understood
 * by this build, or is not this user's · damaged: does not read as what was written.
 */
export const OP_STATES = [
  'pending',
  'sending',
  'retry',
  'auth',
  'stuck',
  'conflict',
  'rejected',
  'held',
  'damaged',
] as const
export type OpState = (typeof OP_STATES)[number]

/** Every move that exists. What is not here is a fault of ours and throws before it is written. */
export const TRANSITIONS: Readonly<Record<OpState, readonly OpState[]>> = {
  pending: ['sending', 'held', 'damaged'],
  sending: ['retry', 'auth', 'stuck', 'conflict', 'rejected', 'damaged'],
  retry: ['sending', 'pending', 'held', 'damaged'],
  auth: ['pending', 'sending', 'damaged'],
  stuck: ['sending', 'pending', 'held', 'damaged'],
  conflict: ['pending', 'damaged'],
  rejected: ['pending', 'damaged'],
  held: ['pending', 'damaged'],
  damaged: [],
}

/** In line: goes out by itself, in the order of its lane. */
export const isQueued = (state: OpState): boolean =>
  state === 'pending' || state === 'sending' || state === 'retry' || state === 'auth'

/** Only the person can help, or should know. */
export const needsUserAction = (state: OpState): boolean =>
  state === 'rejected' || state === 'conflict' || state === 'damaged' || state === 'stuck'

/** @throws Error when there is no such move */
export function assertTransition(from: OpState, to: OpState): void {
  if (from !== to && !TRANSITIONS[from].includes(to)) throw new Error(`No move from ${from} to ${to}`)
}
