import { sql } from './sql.ts'

/** Advisory lock of a backup: one at a time on a database, whichever server started it. */
export const BACKUP_LOCK = 727_402
/** Advisory lock that a backup holds while it copies files. */
const FILES_LOCK = 727_403

/** Waits until files that are being removed are gone, then keeps all others until the session ends. */
export const holdFiles = `select pg_advisory_lock(${FILES_LOCK})`

/**
 * Condition under which files may be removed. A backup copies the files that its snapshot names, and some of them may
 * have been deleted since. The statement's transaction keeps the next backup waiting.
 */
export const mayRemoveFiles = sql`(select pg_try_advisory_xact_lock_shared(${FILES_LOCK}))`
