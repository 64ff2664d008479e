import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { endAll } from '#server/modules/access/own-sessions/own-sessions.repository.ts'
import { resetCodeLimits, resetSignInLimits } from '#server/modules/access/session/sign-in-guard.ts'
import { type RequestOrigin, recordSignInEvents } from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { adminRepository } from './admin.repository.ts'
import { CommandRejected } from './usage-error.ts'

/** How the sign-in trail records the command line. */
const ORIGIN: RequestOrigin = { ip: '127.0.0.1', userAgent: '', requestId: 'command line' }

/** Returns the ID of the user with an address. Throws CommandRejected. */
export async function requireUser(db: Database, email: string): Promise<number> {
  const id = await adminRepository.userId(db, email)
  if (id === null) throw new CommandRejected(`No user has the address ${email}.`)
  return id
}

/** Returns the ID if there is such a user. Throws CommandRejected. */
export async function requireUserId(db: Database, id: number): Promise<number> {
  const found = await db.query(sql`select from users where id = ${id}`)
  if (found.length === 0) throw new CommandRejected(`There is no user ${id}.`)
  return id
}

/** Ends the sessions of a user, or with null of all users. The sign-in trail records it for each. */
export async function endSessions(
  db: Database,
  email: string | null,
): Promise<{ sessions: number; devices: number }> {
  const ids = email === null ? await adminRepository.activeUserIds(db) : [await requireUser(db, email)]
  const total = { sessions: 0, devices: 0 }
  for (const userId of ids) {
    const ended = await db.system(async (tx) => {
      const { sessions, devices } = await endAll(tx, userId)
      await recordSignInEvents(tx, { userId }, ORIGIN, [
        ...(sessions > 0 ? [{ act: 'session_ended' as const, count: sessions }] : []),
        ...(devices > 0 ? [{ act: 'device_revoked' as const, count: devices }] : []),
      ])
      return { sessions, devices }
    })
    total.sessions += ended.sessions
    total.devices += ended.devices
  }
  return total
}

/** Clears the failed attempts of a user at passwords and codes, and ends the lockouts. */
export async function unlockUser(db: Database, email: string): Promise<void> {
  const userId = await requireUser(db, email)
  await db.system(async (tx) => {
    await resetSignInLimits(tx, email)
    await resetCodeLimits(tx, userId)
    await adminRepository.clearResetRequests(tx, email)
    await recordSignInEvents(tx, { userId }, ORIGIN, [{ act: 'unlocked' }])
  })
}
