import type { OwnSession } from '#contract/access/own-sessions.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { hashToken } from '../session/tokens.ts'
import { deviceOf } from './device-label.ts'
import { endOne, endOthers, listOf } from './own-sessions.repository.ts'

/** The sessions of one's own devices, seen and ended (ruling 4). `token` is that of the session that asks. */
export function ownSessionsService({ db }: { db: Database }) {
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
    async end(actor: Actor, id: string): Promise<void> {
      const isEnded = await db.system((tx) => endOne(tx, actor.userId, id))
      if (!isEnded) throw new Problem('not_found')
    },
    endOthers: (actor: Actor, token: string) =>
      db.system((tx) => endOthers(tx, actor.userId, hashToken(token))),
  }
}
export type OwnSessionsService = ReturnType<typeof ownSessionsService>
