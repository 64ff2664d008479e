/**
 * State of one operation (docs/offline.md#states). It leaves the table only by an acknowledgement or a confirmed user
 * action.
 *
 * pending: never tried, or released again · sending: in flight under a lease · retry: tried again at `nextAt` · auth:
 * the server requires a sign-in · stuck: fails repeatedly, tried once an hour, shown · conflict, rejected: refused by
 * the server; the user decides · held: waits for another operation, is not understood by this build, or belongs to
 * another user · damaged: cannot be parsed as what was written.
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

/** All allowed transitions. Any other is a bug and throws before it is written. */
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

/** Queued: sent without user action, in the order of its lane. */
export const isQueued = (state: OpState): boolean =>
  state === 'pending' || state === 'sending' || state === 'retry' || state === 'auth'

/** Needs user action, or at least the user's attention. */
export const needsUserAction = (state: OpState): boolean =>
  state === 'rejected' || state === 'conflict' || state === 'damaged' || state === 'stuck'

/** @throws Error if the transition is not allowed */
export function assertTransition(from: OpState, to: OpState): void {
  if (from !== to && !TRANSITIONS[from].includes(to)) throw new Error(`No move from ${from} to ${to}`)
}
