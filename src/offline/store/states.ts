/**
 * State of one operation (offline.md §3.3). It leaves the table only by acknowledgement or by a confirmed act of the person.
 *
 * pending: never tried, or set free again · sending: on the wire under a lease · retry: tries again at `nextAt` ·
 * auth: the server wants a sign-in · stuck: keeps failing by itself, tried once an hour, shown ·
 * conflict, rejected: the server refused; the person decides · held: cannot be understood or is not this user's ·
 * damaged: does not read as what was written.
 */
export type OpState =
  | 'pending'
  | 'sending'
  | 'retry'
  | 'auth'
  | 'stuck'
  | 'conflict'
  | 'rejected'
  | 'held'
  | 'damaged'
