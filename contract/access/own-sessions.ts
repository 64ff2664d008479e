import { Instant, Uuid } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** A device or browser where the user is signed in (ruling 4). */
export const OwnSession = z.object({
  id: Uuid,
  /** 'Chrome', 'Safari'…; null: unknown. */
  browser: z.nullable(z.string()),
  /** 'Android', 'iPhone', 'Windows'…; null: unknown. */
  system: z.nullable(z.string()),
  form: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  /** The session that sent the request. */
  is_current: z.boolean(),
  is_remembered: z.boolean(),
  created_at: Instant,
  /** Accurate to five minutes. */
  last_seen_at: Instant,
})
export type OwnSession = z.infer<typeof OwnSession>

export const ownSessionsContract = {
  list: call({ access: 'session.own' })
    .route({ method: 'GET', path: v4('/sessions'), tags: ['access'], summary: 'List own sessions' })
    .output(z.object({ sessions: z.array(OwnSession) })),
  /** Ends a session and forgets its device, which then needs a one-time password again. Errors: not_found. */
  end: call({ access: 'session.own', kind: 'write' })
    .route({ method: 'DELETE', path: v4('/sessions/{id}'), tags: ['access'], summary: 'End a session' })
    .input(z.object({ id: Uuid }))
    .output(z.object({ success: z.literal(true) })),
  /** Ends all sessions except the current one, and forgets every other device of the user. */
  endOthers: call({ access: 'session.own', kind: 'write' })
    .route({ method: 'DELETE', path: v4('/sessions'), tags: ['access'], summary: 'End all other sessions' })
    .output(z.object({ ended: z.int() })),
}
