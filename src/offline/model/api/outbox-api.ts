import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Country } from '#contract/core/fields.ts'
import type { PossibleDuplicate } from '#contract/maintenance/history.ts'
import type { Command, CommandKind } from '#src/offline/model/command.ts'
import type { Live, Watched } from '#src/offline/model/live.ts'
import type { Difference, Resolution } from '#src/offline/model/merge/differences.ts'
import type { Trouble, VehicleNames } from '#src/offline/model/op-row.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import type { OpState } from '#src/offline/model/states.ts'
import type { UnsentCount } from '#src/offline/model/unsent-count.ts'

export interface OutboxOptions extends Scope {
  /** The fleet's country: decides zip or postal code, miles or kilometres. */
  country: Country
  /** The fleet's zone (IANA): its day decides what is due and what has expired. Left out: the device's. */
  timeZone?: string
  /** Value of the header App-Name: the brand's key. */
  appName: string
  /** Build of the app, kept with each entry. */
  appVersion: string
  /** The cached service catalogue for the rules of enqueue; left out or null: services are not checked against it. */
  services?: () => Promise<ReadonlyMap<number, Pick<ServiceDefinition, 'positions'>> | null>
  /** Start of every address, '' on the page's own host. */
  baseUrl?: string
}

/** What the person is told after the commit: 'Saved on this phone'. */
export interface Saved {
  /** The operation, which is also its Idempotency-Key. When it went into an entry that still waited: that one. */
  opId: string
  entityId: string
}

/** State of the queue as a whole, for chip and banner. */
export interface OutboxStatus {
  /** Entries in line (files not counted). */
  waiting: number
  /** Files in line. */
  filesWaiting: number
  /** Entries and files that only the person can help: rejected, conflict, damaged, stuck. */
  needsYou: number
  /** Files among them. */
  needsYouFiles: number
  /** Bytes of the files in line. */
  bytesWaiting: number
  isSending: boolean
  /** 'auth': the queue waits for this user to sign in again; nothing is lost (OFF-041). */
  pausedFor: 'auth' | null
  /** 'portal': something answers that is not our server: a network that wants its own sign-in. */
  network: 'unknown' | 'online' | 'offline' | 'portal'
  /** Last acknowledgement, ms since 1970. */
  lastSentAt: number | null
}

export type { Trouble }

export interface WaitingFile {
  opId: string
  fileId: string
  name: string
  size: number
  state: OpState
  /** Bytes that have left, those that the server keeps from earlier attempts included. */
  uploaded: number
  trouble: Trouble | null
}

/** One line of the tray: an entry with its files, or the files left over of one that has arrived (kind 'file.put'). */
export interface WaitingEntry {
  opId: string
  kind: CommandKind | 'file.put' | 'unknown'
  entityId: string
  /** The id that the form gave it, where that already stood for another entry. */
  originalId?: string
  vehicleId: number
  /** What the vehicle was called when the entry was saved; null: not known. */
  vehicle: VehicleNames | null
  state: OpState
  /** When the person saved it, ms since 1970. */
  savedAt: number
  /** Next try; null: at the next occasion. */
  nextTryAt: number | null
  trouble: Trouble | null
  /** Other operation that must arrive first, if it waits for one that cannot go by itself. */
  blockedBy: string | null
  /** Waits behind an earlier entry of the same vehicle that goes first. */
  isBehind: boolean
  /** Whether `move` can put it on another vehicle. */
  canMove: boolean
  /** What was typed, for the words of the tray. */
  payload: unknown
  /** Edits in conflict: what differs from the server's row, part by part; null: a delete, or it cannot be told. */
  conflict: Difference[] | null
  files: WaitingFile[]
}

/** A line of the tray as an act on a group names it. */
export interface GroupEntry {
  opId: string
  /** Operations of its files that need the person. */
  fileOpIds: string[]
}

export interface DiscardedGroup {
  /** What went off the device. */
  removed: UnsentCount
  /** Brings all of it back, while this page is open; null where that is not safe for each of them. */
  undo: (() => Promise<void>) | null
}

/** One acknowledged operation: the tray's list 'Sent'. */
export interface Receipt {
  opId: string
  kind: WaitingEntry['kind']
  entityId: string
  vehicleId: number
  /** What the vehicle was called when the entry was saved; null: not known. */
  vehicle: VehicleNames | null
  /** What was sent, for the words of the list; of a deletion what it deleted. */
  payload: unknown
  /** ms since 1970 */
  ackedAt: number
}

/** An entry of this person that has arrived and may be a job that is entered already (docs/offline.md row 25). */
export interface DuplicateWarning {
  opId: string
  /** The person's own entry. */
  entityId: string
  /** ms since 1970 */
  arrivedAt: number
  others: PossibleDuplicate[]
}

/** What waits, as it can be taken off the device: rows as they lie there, and the bytes of their files. */
export interface EntryExport {
  /** Rows of the outbox, whether they read as operations or not, as plain JSON. */
  rows: unknown[]
  files: ExportedFile[]
}

export interface ExportedFile {
  id: string
  name: string
  type: string
  bytes: ArrayBuffer
  /** Whether the bytes are those that were chosen; null: not known. */
  isSound: boolean | null
}

export interface Outbox {
  /**
   * Keeps a command on this device and sends it as soon as it can. Resolves only after the durable commit: only then
   * may a form close and say 'Saved on this phone'. An edit of what was never tried goes into it; deleting a create
   * that was never tried removes both; an edit of a rejected entry replaces it under a new key.
   * @throws Invalid, QuotaRefused, StorageBlocked: nothing was kept; StorageTimeout: not certain yet, the same command may
   * be given again under its id
   */
  enqueue(command: Command): Promise<Saved>
  /**
   * Removes one operation with its files; of a create, all that stands on it. Only by confirmed act of the person.
   * @returns the way to bring it back as it was, while this page is open; null where that is not safe
   */
  discard(opId: string): Promise<(() => Promise<void>) | null>
  /**
   * Puts a waiting entry on another vehicle, with its files, in one transaction (docs/offline.md row 24).
   * @returns false when it cannot be moved any more
   */
  move(opId: string, vehicleId: number): Promise<boolean>
  /**
   * The same acts on several lines that need the person, each in one transaction: all lines change, or none. Lines that
   * were settled meanwhile, in another tab for example, are passed over.
   */
  retryGroup(lines: readonly GroupEntry[]): Promise<void>
  /** @returns how many were moved */
  moveGroup(lines: readonly GroupEntry[], vehicleId: number): Promise<number>
  discardGroup(lines: readonly GroupEntry[]): Promise<DiscardedGroup>
  /** Rows and files of these lines, or of everything, to be saved elsewhere; changes nothing. Works on a lost connection too. */
  exportEntries(opIds: readonly string[] | 'all'): Promise<EntryExport>
  /** Removes everything: the 'Discard' of sign-out. `confirmed` must be what `held` told the person; else nothing goes. */
  discardAll(confirmed: UnsentCount): Promise<boolean>
  /** Tells which vehicles the person has now: what was refused for want of its vehicle goes out again when that is back. */
  updateVisibleVehicles(visibleIds: ReadonlySet<number>): Promise<void>
  /** Sends now; with an id, also a rejected, conflicting or stuck one is tried again as it is. */
  retry(opId?: string): Promise<void>
  /**
   * Settles a conflict: 'mine' sends the entry again on top of what the server holds, 'theirs' removes it, choices part by
   * part send what was put together. Edits of different parts are put together without asking.
   */
  resolveConflict(opId: string, resolution: Resolution): Promise<void>
  status: Live<OutboxStatus>
  entries: Live<WaitingEntry[]>
  /** What the server has acknowledged in the last 30 days, newest first, at most 500; files of entries are not listed. */
  receipts: Live<Receipt[]>
  /** Arrived entries that may be the same job as another one, until the person has decided (docs/offline.md row 25). */
  duplicateWarnings: Live<DuplicateWarning[]>
  /** Decides that both entries stand. Deleting one is an ordinary 'history.delete'. */
  keepBoth(opId: string): Promise<void>
  /** When the oldest that waits, or needs the person, was saved: ms since 1970; null when nothing does. */
  oldestAt: Live<number | null>
  /** Whether anything was ever entered into this database: no more, once the browser has removed it (row 10). */
  hasEverStored(): Promise<boolean>
  /** Keys of entries that have not arrived, oldest first, at most so many; of files where nothing else is left. */
  unsentKeys(limit: number): Promise<string[]>
  /** All that has not arrived, counted as everywhere (`held.ts`). */
  unsentCount(): Promise<UnsentCount>
  /** Lines of the tray: entries, and files left of entries that have arrived. */
  pendingCount(): Promise<number>
  /** Bytes of a file that waits here, for preview and export. */
  fileOf(fileId: string): Promise<Blob | undefined>
  /** Whether this device has stopped keeping: what waits can only be saved elsewhere until the app is opened anew. */
  isStorageLost: Watched<boolean>
  /** Begins to send, after sign-in and at boot: ends a pause for 'auth' and unlocks what sign-out kept. */
  start(): void
  /** Ends sending; what is under way is finished or left for the next start. */
  stop(): Promise<void>
  /** Sign-out that keeps entries: stops, and no tab or worker sends until this user signs in again (ruling 25). */
  lock(): Promise<void>
  /** One run now. Resolves when it ended. */
  flushNow(): Promise<RunResult>
  close(): void
}

/** Why a run ended. 'work-left': time was up; 'waiting': all that is left waits for its time or for the network. */
export type RunResult = 'empty' | 'waiting' | 'work-left' | 'busy' | 'auth' | 'offline' | 'stopped'
