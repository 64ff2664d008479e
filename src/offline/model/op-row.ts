import * as z from 'zod/mini'
import { EntryValuesSchema } from './merge/entry-values.ts'
import { isQueued, needsUserAction, OP_STATES, type OpState } from './states.ts'

const TroubleRow = z.object({
  class: z.enum([
    'network',
    'timeout',
    'portal',
    'server',
    'busy',
    'auth',
    'rejected',
    'conflict',
    'damaged',
  ]),
  /** HTTP status, 0 without one. */
  status: z.int(),
  /** Problem code of the contract, when the server gave one: key of its text (`errors:<code>`). */
  code: z.nullable(z.string()),
  /** Codes per field path. */
  fields: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Conflict: the server's current row and its revision. */
  current: z.optional(z.unknown()),
  currentRev: z.optional(z.int()),
  /** Conflict: who changed it last, and when. */
  changed: z.optional(z.object({ at: z.string(), by: z.nullable(z.string()), is_own: z.boolean() })),
  /** Refused while the vehicle was not in the user's list; retried automatically when the vehicle is back. */
  awaitsVehicle: z.optional(z.boolean()),
  at: z.number(),
})
/** Why one operation is not sent. */
export type Trouble = z.infer<typeof TroubleRow>

/** All names of a vehicle, as in the contract's `Vehicle`. */
const VehicleNames = z.object({
  id: z.int(),
  name_of_vehicle: z.nullable(z.string()),
  year: z.nullable(z.int()),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  license_plate_number: z.nullable(z.string()),
  vin: z.nullable(z.string()),
})
export type VehicleNames = z.infer<typeof VehicleNames>

/** One operation as stored in the table `ops` (docs/offline.md#databases). Additive changes only. */
const OpRowSchema = z.object({
  /** UUIDv7; also the Idempotency-Key of every attempt. */
  id: z.uuid(),
  kind: z.string(),
  /** Version of the payload's shape, and of the request (`OPERATION_VERSIONS`). */
  v: z.int(),
  /** Order of entry, from the counter in `meta`, never from a clock. */
  seq: z.int(),
  tenantId: z.int(),
  userId: z.int(),
  entityId: z.uuid(),
  vehicleId: z.int(),
  /** File operations: the operation that announced the file. */
  parentId: z.nullable(z.uuid()),
  /** Operations that must be acknowledged first; each is removed from this list when it is. */
  dependsOn: z.array(z.uuid()),
  payload: z.unknown(),
  /** Set with the first attempt; from then on the payload never changes (docs/offline.md row 27). */
  payloadHash: z.nullable(z.string()),
  /** Edits and deletes: the revision for If-Match; null until `baseOf` is acknowledged. */
  baseRev: z.nullable(z.int()),
  /** The user's operation whose acknowledgement provides `baseRev`. */
  baseOf: z.nullable(z.uuid()),
  /** Edits and deletes: what the user started from, to tell their changes from those of others. Never sent. */
  base: z.optional(z.nullable(EntryValuesSchema)),
  /** Incremented when the payload changes before the first attempt. */
  edition: z.int(),
  state: z.enum(OP_STATES),
  heldFor: z.nullable(z.enum(['dependency', 'unknown', 'scope'])),
  /** Failed attempts; they determine the retry delay. */
  attempts: z.int(),
  /** Not sent before this time; 0: send immediately. */
  nextAt: z.number(),
  firstAttemptAt: z.nullable(z.number()),
  /** Consecutive responses with the same status 5xx, and when they began. */
  sameFailure: z.nullable(z.object({ status: z.int(), count: z.int(), since: z.number() })),
  trouble: z.nullable(TroubleRow),
  /** Epoch of the lease under which it is being sent. */
  epoch: z.int(),
  /** Size of the file to send; 0 for entries. */
  bytes: z.int(),
  /**
   * Bytes of the file sent so far, including parts from earlier attempts that the server stored; for the progress bar.
   */
  uploaded: z.int(),
  /** Bytes of the file that the server has stored in parts; a further attempt skips them. */
  arrived: z.optional(z.int()),
  /** Size of the part of the file that arrived last; a further attempt begins with it. */
  partBytes: z.optional(z.int()),
  /** Display texts, never sent. */
  shown: z.optional(z.unknown()),
  /** The vehicle's names when the entry was saved, to describe it after the vehicle is gone. Never sent. */
  vehicle: z.optional(VehicleNames),
  /**
   * Creates: digest of the first saved content, so that a repeated save is recognized after an edit was merged into it.
   */
  contentHash: z.optional(z.string()),
  /** The id from the form, if it belonged to another entry and was replaced by a new id. */
  originalId: z.optional(z.uuid()),
  /** The server rejected its ids once, and the queue assigned new ones. */
  isRekeyed: z.optional(z.boolean()),
  /**
   * The server has used an earlier key of this create, so it may have the entry: it never gets new ids. For a
   * delete: the server may not have the entry.
   */
  mayExist: z.optional(z.boolean()),
  /** It was sent again automatically after a rejection that a missing vehicle can cause. */
  isRetriedForVehicle: z.optional(z.boolean()),
  /** When the user saved it. */
  occurredAt: z.number(),
  appVersion: z.string(),
  /** Lane, derived from state and vehicle; absent: not queued. The index `[queue+seq]` finds the head of each lane. */
  queue: z.optional(z.string()),
})
export type OpRow = z.infer<typeof OpRowSchema>

/** Lane prefixes: small entries go before files, and stuck operations go last. */
export const LANES = { entry: 'entry:', file: 'file:', stuck: 'stuck:' } as const

export const isFileOp = (op: Pick<OpRow, 'kind'>): boolean => op.kind === 'file.put'

/** Returns the id of the document that a 'file.put' operation sends; null for others. */
export function fileIdOf(op: Pick<OpRow, 'kind' | 'payload'>): string | null {
  const id = isFileOp(op) && (op.payload as { fileId?: unknown } | null)?.fileId
  return typeof id === 'string' ? id : null
}

/** The tray item of an operation. A file is part of its entry, or of the edit or deletion that removes it. */
export function trayItemOf(row: Pick<OpRow, 'id'> & { parentId?: unknown; dependsOn?: unknown }): string {
  const { id, parentId, dependsOn } = row
  if (typeof parentId !== 'string') return id
  const awaited = Array.isArray(dependsOn) ? dependsOn.find((other) => other !== parentId) : null
  return typeof awaited === 'string' ? awaited : parentId
}

/** Problem code of a file that the server lost, until its bytes are in the queue. */
export const WITHOUT_BYTES = 'file_needs_space'

export const isWithoutBytes = (op: Pick<OpRow, 'kind' | 'state' | 'trouble'>): boolean =>
  isFileOp(op) && op.state === 'damaged' && op.trouble?.code === WITHOUT_BYTES

/**
 * Returns the lane of an operation. A vehicle's lane is strictly ordered; a stuck operation has its own lane and blocks
 * no others.
 */
function laneOf(op: Pick<OpRow, 'id' | 'kind' | 'vehicleId' | 'state'>): string | undefined {
  if (op.state === 'stuck') return `${LANES.stuck}${op.id}`
  if (!isQueued(op.state)) return undefined
  return `${isFileOp(op) ? LANES.file : LANES.entry}${op.vehicleId}`
}

/** Returns the row with `queue` set from its state. Every write goes through it. */
export function withQueuePosition(op: OpRow): OpRow {
  const { queue: _old, ...rest } = op
  const queue = laneOf(op)
  return queue === undefined ? rest : { ...rest, queue }
}

/** The contribution of one operation to the stored counters. */
export interface QueueCounts {
  entries: number
  files: number
  needsYou: number
  /** Files included in `needsYou`. */
  needsYouFiles: number
  bytes: number
}

export const ZERO_COUNTS: QueueCounts = { entries: 0, files: 0, needsYou: 0, needsYouFiles: 0, bytes: 0 }

export function countsOf(op: { kind: string; state: OpState; bytes: number } | null): QueueCounts {
  if (!op) return ZERO_COUNTS
  if (needsUserAction(op.state))
    return { ...ZERO_COUNTS, needsYou: 1, needsYouFiles: isFileOp(op) ? 1 : 0, bytes: op.bytes }
  return isFileOp(op)
    ? { ...ZERO_COUNTS, files: 1, bytes: op.bytes }
    : { ...ZERO_COUNTS, entries: 1, bytes: op.bytes }
}

/**
 * Parses a stored row as an operation; null if it cannot be parsed (docs/offline.md row 32). Keeps fields that this build
 * does not know: a tab of a newer build may be open, and would miss them after this one has changed the row.
 */
export function readOp(stored: unknown): OpRow | null {
  const result = z.safeParse(OpRowSchema, stored)
  if (!result.success) return null
  const op = { ...(stored as OpRow), ...result.data }
  for (const key of WITH_FIELDS)
    if (op[key]) Object.assign(op, { [key]: withUnknown((stored as OpRow)[key], op[key]) })
  return op
}

/** Fields of an operation that are objects of our own, which a newer build may extend. */
const WITH_FIELDS = ['base', 'sameFailure', 'trouble', 'vehicle'] as const

/** The parsed value with the fields of the stored one that its schema does not know, at every level. */
function withUnknown(stored: unknown, parsed: unknown): unknown {
  if (stored === parsed || !isObject(stored) || !isObject(parsed)) return parsed
  const known = Object.entries(parsed).map(([key, value]) => [key, withUnknown(stored[key], value)])
  return { ...stored, ...Object.fromEntries(known) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
