import { disableTimeouts, type Transaction } from './database.ts'
import { sql } from './sql.ts'

/** Advisory locks of a database, whichever server or command takes them. */
export const LOCKS = {
  /** Serializes servers that migrate, and a restore. */
  migration: 727_401,
  /** One backup at a time. */
  backup: 727_402,
  /** A backup holds it while it copies files. */
  files: 727_403,
  /** Serializes servers that fill an empty database. */
  seed: 727_404,
  /** One server at a time makes the backup before a migration. Servers of the older version do not wait for it. */
  upgrade: 727_405,
} as const

/** Takes a lock until the transaction ends. Waits for it without a timeout, and calls `onWait` before it waits. */
export async function takeLock(tx: Transaction, lock: number, onWait: () => void = () => {}): Promise<void> {
  await disableTimeouts(tx)
  const [taken] = await tx.query<{ is_mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as is_mine`,
  )
  if (taken?.is_mine) return
  onWait()
  await tx.query(sql`select pg_advisory_xact_lock(${lock})`)
}

/** Waits until files that are being removed are gone, then keeps all others until the session ends. */
export const holdFiles = `select pg_advisory_lock(${LOCKS.files})`

/**
 * Condition under which files may be removed. A backup copies the files that its snapshot names, and some of them may
 * have been deleted since. The statement's transaction keeps the next backup waiting.
 */
export const mayRemoveFiles = sql`(select pg_try_advisory_xact_lock_shared(${LOCKS.files}))`
