import type { Database } from '#server/db/database.ts'
import { isDatabaseUnavailable, isLockTimeout, isStatementTimeout } from '#server/db/database-errors.ts'
import { noticesRepository as notices } from './notices.repository.ts'
import { type NoticesDeps, sendNotices } from './notices.service.ts'

/** Activity log entries per round: a fleet with thousands delays others by one round. */
const ROUND = { limit: 100, perFleet: 20 }
const RETRY_DELAY_MS = 5 * 60_000

interface SenderDeps extends NoticesDeps {
  db: Database
  log: { error(about: object, message: string): void }
}

/**
 * Sends notices about orders by email and text message, to users whose preferences allow it, in their language and in the
 * brand's design (ruling 14). Queues those for new activity log entries. Returns the number of entries handled.
 */
export async function sendPendingNotices(deps: SenderDeps): Promise<number> {
  let handled = 0
  for (const id of await notices.pendingIds(deps.db, deps.clock(), ROUND))
    if (await sendOrPostpone(deps, id)) handled++
  return handled
}

/**
 * A failure of one entry does not affect others; it is retried later. Returns false if the entry was handled or locked by
 * another server.
 */
async function sendOrPostpone(deps: SenderDeps, id: number): Promise<boolean> {
  const { db, clock, log } = deps
  try {
    return await db.system((tx) => sendNotices(deps, tx, id))
  } catch (error) {
    const isTimeout = isStatementTimeout(error) || isLockTimeout(error)
    if (isDatabaseUnavailable(error) && !isTimeout) throw error
    log.error({ err: error, activity: id }, 'The notices of an order activity could not be sent')
    await notices.postpone(db, id, new Date(clock().getTime() + RETRY_DELAY_MS))
    return true
  }
}
