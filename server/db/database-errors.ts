import { CommitsStalledError, UnconfirmedCommitError } from './commit-watch.ts'

const RETRIABLE = new Set(['40001', '40P01', '55P03', '57014', '25P03'])
/**
 * Connection lost (08), rejected while the password is being changed (28), out of resources such as disk or connections (53),
 * shutting down or starting up (57P).
 */
const CLASSES = /^(08|28|53|57P|58)/
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOSPC',
  'EMFILE',
  'EIO',
  'EDQUOT',
  'EROFS',
])
/** pg's own errors have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the database or disk is temporarily unavailable, so that a retry makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof CommitsStalledError || error instanceof UnconfirmedCommitError) return true
  const code = codeOf(error)
  // A missing socket file means that the embedded server is not running. Any other missing file is a bug.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect'
  if (RETRIABLE.has(code) || CLASSES.test(code) || SYSTEM.has(code)) return true
  return error instanceof Error && MESSAGES.test(error.message)
}

/** Whether the database serves reads but accepts no writes: commits wait for a replica, or its disk is full. */
export const acceptsNoWrites = (error: unknown): boolean =>
  error instanceof CommitsStalledError || error instanceof UnconfirmedCommitError || codeOf(error) === '53100'

/** Returns what `write` returns, or `otherwise` if it fails for one of these reasons. */
export async function unlessUnavailable<T>(
  write: () => Promise<T>,
  otherwise: T,
  isAccepted = isDatabaseUnavailable,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isAccepted(error)) return otherwise
    throw error
  }
}

/** Whether a transaction lost a deadlock, or timed out waiting for another one. It succeeds when it is repeated. */
export const isLockConflict = (error: unknown) => codeOf(error) === '40P01' || isLockTimeout(error)

/** Whether a statement timed out waiting for another transaction. */
export const isLockTimeout = (error: unknown) => codeOf(error) === '55P03'

/** Whether a statement exceeded its timeout, or was canceled. */
export const isStatementTimeout = (error: unknown) => codeOf(error) === '57014'

/** Whether a referenced row no longer exists (foreign key violation). */
export const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503'

/** Whether an error is a violation of this unique index. */
export const isUniqueViolation = (error: unknown, index: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: unknown }).constraint === index
