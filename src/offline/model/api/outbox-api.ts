import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Country } from '#contract/core/fields.ts'
import type { PossibleDuplicate } from '#contract/maintenance/history-record.ts'
import type { Command, CommandKind } from '#src/offline/model/command.ts'
import type { Live, Watched } from '#src/offline/model/live.ts'
import type { Difference, Resolution } from '#src/offline/model/merge/differences.ts'
import type { Trouble, VehicleNames } from '#src/offline/model/op-row.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import type { OpState } from '#src/offline/model/states.ts'
import type { Unsent, UnsentCount } from '#src/offline/model/unsent-count.ts'

export interface OutboxOptions extends Scope {
  /** The fleet's country: zip or postal code, miles or kilometres. */
  country: Country
  /** The fleet's time zone (IANA). Its current day decides what is due or expired. Default: the device's zone. */
  timeZone?: string
  /** Value of the header App-Name: the brand's key. */
  appName: string
  /** Build of the app, stored with each entry. */
  appVersion: string
  /** The cached service catalog for validation. Omitted or null: services are not checked against it. */
  services?: () => Promise<ReadonlyMap<number, Pick<ServiceDefinition, 'positions'>> | null>
  /** Prefix of every URL; '' on the page's own host. */
  baseUrl?: string
}

/** Result of a save after its commit, when the form shows 'Saved on this phone'. */
export interface Saved {
  /**
   * The operation; also its Idempotency-Key. If the save changed an entry that was still queued: that entry's
   * operation.
   */
  opId: string
  entityId: string
}

/** State of the whole queue, for chip and banner. */
export interface OutboxStatus {
  /** Queued entries (files not counted). */
  waiting: number
  /** Queued files. */
  filesWaiting: number
  /** Entries and files that need user action: rejected, conflict, damaged, stuck. */
  needsYou: number
  /** Files included in `needsYou`. */
  needsYouFiles: number
  /**
   * Included in `waiting` and `filesWaiting`, but listed with what needs the user: the files of a rejected entry, and an
   * entry with a damaged file.
   */
  listedWithNeedsYou: UnsentCount
  /** Bytes of the queued files. */
  bytesWaiting: number
  isSending: boolean
  /** 'auth': the queue pauses until this user signs in again; nothing is lost (OFF-041). */
  pausedFor: 'auth' | null
  /** 'portal': a captive portal responds instead of our server; the network needs its own sign-in. */
  network: 'unknown' | 'online' | 'offline' | 'portal'
  /** Time of the last acknowledgement, ms since 1970. */
  lastSentAt: number | null
}

export type { Trouble }

export interface WaitingFile {
  opId: string
  fileId: string
  name: string
  size: number
  state: OpState
  /** Bytes sent, including those of earlier attempts that the server stored. */
  uploaded: number
  trouble: Trouble | null
  /** A queued edit or deletion removes it. It is sent only if that one does not take effect. */
  isRemoved: boolean
}

/**
 * One item of the tray: an entry with its files, or the remaining files of an entry that has arrived (kind 'file.put').
 */
export interface WaitingEntry {
  opId: string
  kind: CommandKind | 'file.put' | 'unknown'
  entityId: string
  /** The id from the form, if that id already belonged to another entry. */
  originalId?: string
  vehicleId: number
  /** The vehicle's names when the entry was saved; null: not known. */
  vehicle: VehicleNames | null
  state: OpState
  /** When the user saved it, ms since 1970. */
  savedAt: number
  /** Time of the next attempt; null: as soon as possible. */
  nextTryAt: number | null
  trouble: Trouble | null
  /** The operation that must arrive first, if that one cannot be sent without user action. */
  blockedBy: string | null
  /** An earlier entry of the same vehicle is sent first. */
  isBehind: boolean
  /** Whether `move` can assign it to another vehicle. */
  canMove: boolean
  /** The typed values, for the texts of the tray. */
  payload: unknown
  /**
   * Edits in conflict: the differences from the server's row, part by part. Null: a delete, or the row cannot be
   * compared.
   */
  conflict: Difference[] | null
  files: WaitingFile[]
}

/** Identifies one item of the tray in a group action. */
export interface GroupEntry {
  opId: string
  /** File operations of the entry that need user action. */
  fileOpIds: string[]
}

interface DiscardedGroup {
  /** Number of removed entries and files. */
  removed: UnsentCount
  /** Restores all of it while this page is open; null if restoring any of it is unsafe. */
  undo: (() => Promise<void>) | null
}

/** One acknowledged operation, for the tray's list 'Sent'. */
export interface Receipt {
  opId: string
  kind: WaitingEntry['kind']
  entityId: string
  vehicleId: number
  /** The vehicle's names when the entry was saved; null: not known. */
  vehicle: VehicleNames | null
  /** The sent values, for the texts of the list. For a deletion: the deleted values. */
  payload: unknown
  /** ms since 1970 */
  ackedAt: number
}

/** An entry of this user that has arrived and may duplicate another entry (docs/offline.md row 25). */
export interface DuplicateWarning {
  opId: string
  /** The user's own entry. */
  entityId: string
  /** ms since 1970 */
  arrivedAt: number
  others: PossibleDuplicate[]
}

/** A copy of outbox entries for saving elsewhere: the stored rows and the bytes of their files. */
export interface EntryExport {
  /** All stored rows as plain JSON, including those that cannot be parsed as operations. */
  rows: unknown[]
  files: ExportedFile[]
}

export interface ExportedFile {
  id: string
  name: string
  type: string
  bytes: ArrayBuffer
  /** Whether the bytes are the ones that the user chose; null: not known. */
  isSound: boolean | null
}

export interface Outbox {
  /**
   * Stores a command on this device and sends it as soon as possible. Resolves only after the durable commit; only then
   * may a form close and show 'Saved on this phone'. An edit of an entry that was never sent changes that entry. A
   * delete of a create that was never sent removes both. An edit of a rejected entry replaces it under a new key.
   * @throws Invalid, QuotaExceeded, StorageBlocked: nothing was stored. StorageTimeout: the outcome is not known yet;
   * the same command may be enqueued again under its id.
   */
  enqueue(command: Command): Promise<Saved>
  /**
   * Removes one operation with its files; for a create, also everything that depends on it. Call it only after the user
   * has confirmed.
   * @returns a function that restores it while this page is open; null if restoring is unsafe
   */
  discard(opId: string): Promise<(() => Promise<void>) | null>
  /**
   * Moves a queued entry to another vehicle, with its files, in one transaction (docs/offline.md row 24).
   * @returns false if it can no longer be moved
   */
  move(opId: string, vehicleId: number): Promise<boolean>
  /**
   * Applies one action to several entries that need user action. Each call is one transaction: all entries change, or
   * none. Skips entries that were settled in the meantime, for example in another tab.
   */
  retryGroup(lines: readonly GroupEntry[]): Promise<void>
  /** @returns the number of moved entries */
  moveGroup(lines: readonly GroupEntry[], vehicleId: number): Promise<number>
  discardGroup(lines: readonly GroupEntry[]): Promise<DiscardedGroup>
  /**
   * Reads rows and files of these operations, or of all, without changing anything. Also works on a lost connection.
   */
  exportEntries(opIds: readonly string[] | 'all'): Promise<EntryExport>
  /**
   * Removes everything: the 'Discard' of sign-out. Removes nothing if an entry or a file was added or changed since
   * `confirmed` was read.
   */
  discardAll(confirmed: Unsent): Promise<boolean>
  /**
   * Sets the vehicles that the user has now. Retries entries that were refused for a missing vehicle when it is back.
   * @param loadedAt when the refresh that found them was complete
   */
  updateVisibleVehicles(visibleIds: ReadonlySet<number>, loadedAt?: number): Promise<void>
  /** Sends now. With an id, also retries a rejected, conflicting or stuck operation as it is. */
  retry(opId?: string): Promise<void>
  /**
   * Resolves a conflict. 'mine' sends the entry again on top of the server's row, 'theirs' removes it, and choices per
   * part send the merged entry. Edits of different parts merge without user action.
   */
  resolveConflict(opId: string, resolution: Resolution): Promise<void>
  status: Live<OutboxStatus>
  entries: Live<WaitingEntry[]>
  /** Acknowledged operations of the last 30 days, newest first, at most 500; without the files of entries. */
  receipts: Live<Receipt[]>
  /** Arrived entries that may be duplicates, until the user has decided (docs/offline.md row 25). */
  duplicateWarnings: Live<DuplicateWarning[]>
  /** Keeps both entries. Deleting one is an ordinary 'history.delete'. */
  keepBoth(opId: string): Promise<void>
  /** When the oldest unsent entry was saved, ms since 1970; null if there is none. */
  oldestAt: Live<number | null>
  /** Whether this database ever stored anything. False after the browser has removed it (row 10). */
  hasEverStored(): Promise<boolean>
  /** Keys of unsent entries, oldest first, at most `limit`; keys of files if only files are left. */
  unsentKeys(limit: number): Promise<string[]>
  /** Everything that has not arrived, by the rules of `UnsentCount`. */
  unsentCount(): Promise<UnsentCount>
  /** The same, for `discardAll`. */
  unsent(): Promise<Unsent>
  /** Number of items in the tray: entries, and remaining files of entries that have arrived. */
  pendingCount(): Promise<number>
  /** The bytes of a queued file, for preview and export. */
  fileOf(fileId: string): Promise<Blob | undefined>
  /**
   * Whether the device no longer stores anything. Queued entries can then only be exported until the app is reopened.
   */
  isStorageLost: Watched<boolean>
  /** Starts sending, after sign-in and at boot. Ends a pause for 'auth' and removes the lock of a sign-out. */
  start(): void
  /** Stops sending. Operations in flight finish or are left for the next start. */
  stop(): Promise<void>
  /** Sign-out that keeps the entries: stops; no tab or worker sends until this user signs in again (ruling 25). */
  lock(): Promise<void>
  /** Runs once now and resolves at the end of the run. */
  flushNow(): Promise<RunResult>
  /** Like `flushNow`, but resolves as soon as nothing but files is sent. */
  flushEntries(): Promise<void>
  close(): void
}

/**
 * Why a run ended. 'work-left': the time limit was reached. 'waiting': the rest waits for its retry time or the
 * network.
 */
export type RunResult = 'empty' | 'waiting' | 'work-left' | 'busy' | 'auth' | 'offline' | 'stopped'
