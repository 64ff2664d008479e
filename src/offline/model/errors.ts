/** No room for the entry; nothing was kept, the form must stay open (docs/offline.md rows 9 and 31). */
export class QuotaRefused extends Error {
  override readonly name = 'QuotaRefused'
  readonly neededBytes: number
  /** Null where the browser does not tell. */
  readonly freeBytes: number | null
  /** 'queue': so much waits already that no further files are taken; the entry without them is. */
  readonly reason: 'device' | 'queue'
  constructor(neededBytes: number, freeBytes: number | null, reason: 'device' | 'queue' = 'device') {
    super('The device has no room for this entry')
    this.neededBytes = neededBytes
    this.freeBytes = freeBytes
    this.reason = reason
  }
}

/** The browser keeps nothing for this page (private mode, blocked or broken storage); nothing was kept. */
export class StorageBlocked extends Error {
  override readonly name = 'StorageBlocked'
  constructor(cause: unknown) {
    super('This browser stores nothing for the page', { cause })
  }
}

/** The entry breaks a rule of the contract; nothing was kept. Same shape as `fields` of a problem body (OFF-021). */
export class Invalid extends Error {
  override readonly name = 'Invalid'
  /** Codes per field path: { 'vehicle_services.0.price': ['money'] }; '' is the entry as a whole. */
  readonly fields: Record<string, string[]>
  constructor(fields: Record<string, string[]>) {
    super(`Invalid: ${Object.keys(fields).join(', ')}`)
    this.fields = fields
  }
}

/** Storage has not answered in time: whether the entry was kept is not certain yet. The same entry may be saved again. */
export class StorageTimeout extends Error {
  override readonly name = 'StorageTimeout'
  /** The commit, should it come after all. */
  readonly late: Promise<{ opId: string; entityId: string }>
  constructor(late: Promise<{ opId: string; entityId: string }>) {
    super('The storage of this device does not answer')
    this.late = late
  }
}

/** Kept after all, while its form was changed: the changes are not. */
export class SavedMeanwhile extends Error {
  override readonly name = 'SavedMeanwhile'
}
