/**
 * The device has no space for the entry. Nothing was stored; the form must stay open (docs/offline.md rows 9 and 31).
 */
export class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceeded'
  readonly neededBytes: number
  /** Null if the browser does not report it. */
  readonly freeBytes: number | null
  /** 'queue': the queue is too large to take more files; the entry without its files is accepted. */
  readonly reason: 'device' | 'queue'
  constructor(neededBytes: number, freeBytes: number | null, reason: 'device' | 'queue' = 'device') {
    super('The device has no room for this entry')
    this.neededBytes = neededBytes
    this.freeBytes = freeBytes
    this.reason = reason
  }
}

/** The browser stores nothing for this page (private mode, blocked or broken storage). Nothing was stored. */
export class StorageBlocked extends Error {
  override readonly name = 'StorageBlocked'
  constructor(cause: unknown) {
    super('This browser stores nothing for the page', { cause })
  }
}

/**
 * The entry violates a rule of the contract. Nothing was stored. Same shape as `fields` of a problem body (OFF-021).
 */
export class Invalid extends Error {
  override readonly name = 'Invalid'
  /** Codes per field path: { 'vehicle_services.0.price': ['money'] }; '' is the entry as a whole. */
  readonly fields: Record<string, string[]>
  constructor(fields: Record<string, string[]>) {
    super(`Invalid: ${Object.keys(fields).join(', ')}`)
    this.fields = fields
  }
}

/** The entry includes files that neither this device nor the server has. Nothing was stored. */
export class FilesMissing extends Error {
  override readonly name = 'FilesMissing'
  readonly fileIds: readonly string[]
  constructor(fileIds: readonly string[]) {
    super(`Files are missing: ${fileIds.join(', ')}`)
    this.fileIds = fileIds
  }
}

/** Storage has not responded in time. The outcome of the save is not known yet; the same entry may be saved again. */
export class StorageTimeout extends Error {
  override readonly name = 'StorageTimeout'
  /** Resolves with the commit, if it succeeds later. */
  readonly late: Promise<{ opId: string; entityId: string }>
  constructor(late: Promise<{ opId: string; entityId: string }>) {
    super('The storage of this device does not answer')
    this.late = late
  }
}

/** A timed-out save was committed after its form had changed; those changes are not saved. */
export class SavedMeanwhile extends Error {
  override readonly name = 'SavedMeanwhile'
}
