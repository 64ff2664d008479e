import type { OwnSession } from '#contract/access/own-sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type RequestOrigin, recordSignInEvents } from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { Problem } from '#server/problem.ts'
import { hashToken } from '../session/tokens.ts'
import { deviceOf } from './device-label.ts'
import { type EndedSessions, endOne, endOthers, listOf } from './own-sessions.repository.ts'

/** Lists the user's own sessions (ruling 4). `token` is that of the current session. */
export async function listOwnSessions(db: Database, userId: number, token: string): Promise<OwnSession[]> {
  const current = hashToken(token)
  const sessions = await listOf(db, userId)
  return sessions.map(({ token_hash: hash, user_agent: userAgent, ...session }) => ({
    ...session,
    ...deviceOf(userAgent),
    is_current: hash.equals(current),
  }))
}

/** Ends one session of the user. Errors: not_found. */
export async function endOwnSession(
  db: Database,
  userId: number,
  id: string,
  from: RequestOrigin,
): Promise<void> {
  await db.system(async (tx) => {
    const ended = await endOne(tx, userId, id)
    if (ended.sessions === 0) throw new Problem('not_found')
    await record(tx, userId, from, ended)
  })
}

/** Ends the user's other sessions, and returns how many ended. `token` is that of the current session. */
export const endOtherSessions = (
  db: Database,
  userId: number,
  token: string,
  from: RequestOrigin,
): Promise<number> =>
  db.system(async (tx) => {
    const ended = await endOthers(tx, userId, hashToken(token))
    await record(tx, userId, from, ended)
    return ended.sessions
  })

const record = (tx: Transaction, userId: number, from: RequestOrigin, { sessions, devices }: EndedSessions) =>
  recordSignInEvents(tx, { userId }, from, [
    ...(sessions > 0 ? [{ act: 'session_ended' as const, count: sessions }] : []),
    ...(devices > 0 ? [{ act: 'device_revoked' as const, count: devices }] : []),
  ])
