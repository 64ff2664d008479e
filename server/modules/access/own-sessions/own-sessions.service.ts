import type { OwnSession } from '#contract/access/own-sessions.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { RequestOrigin, SignInTrail } from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { Problem } from '#server/problem.ts'
import { hashToken } from '../session/tokens.ts'
import { deviceOf } from './device-label.ts'
import { type Ended, endOne, endOthers, listOf } from './own-sessions.repository.ts'

/** Lists and ends the user's own sessions (ruling 4). `token` is that of the current session. */
export function ownSessionsService({ db, trail }: { db: Database; trail: SignInTrail }) {
  const note = (tx: Transaction, { userId }: Actor, from: RequestOrigin, { sessions, devices }: Ended) =>
    trail.record(tx, { userId }, from, [
      ...(sessions > 0 ? [{ act: 'session_ended' as const, count: sessions }] : []),
      ...(devices > 0 ? [{ act: 'device_revoked' as const, count: devices }] : []),
    ])

  return {
    async list(actor: Actor, token: string): Promise<OwnSession[]> {
      const current = hashToken(token)
      const sessions = await listOf(db, actor.userId)
      return sessions.map(({ token_hash: hash, user_agent: userAgent, ...session }) => ({
        ...session,
        ...deviceOf(userAgent),
        is_current: hash.equals(current),
      }))
    },
    /** Errors: not_found. */
    async end(actor: Actor, id: string, from: RequestOrigin): Promise<void> {
      await db.system(async (tx) => {
        const ended = await endOne(tx, actor.userId, id)
        if (ended.sessions === 0) throw new Problem('not_found')
        await note(tx, actor, from, ended)
      })
    },
    /** Returns how many sessions ended. */
    endOthers: (actor: Actor, token: string, from: RequestOrigin): Promise<number> =>
      db.system(async (tx) => {
        const ended = await endOthers(tx, actor.userId, hashToken(token))
        await note(tx, actor, from, ended)
        return ended.sessions
      }),
  }
}
export type OwnSessionsService = ReturnType<typeof ownSessionsService>
