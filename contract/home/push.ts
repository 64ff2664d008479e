import { Id } from '../core/fields.ts'
import * as z from '../core/zod.ts'
import { BulkUpsertion } from '../vehicles/bulk.ts'

/** Address of the push channel, a WebSocket outside the API prefixes (API-026). */
export const PUSH_PATH = '/cable'
/** Maximum bytes of a message in either direction, and maximum open channels of a user (S-26). */
export const PUSH_FRAME_MAX = 64 * 1024
export const PUSH_CONNECTIONS_MAX = 20

/** The client's only message, within 5 s after opening. The ticket has the purpose 'push'. */
export const PushHello = z.object({
  type: z.literal('hello'),
  user_id: Id,
  ticket: z.string().check(z.maxLength(100)),
})
export type PushHello = z.infer<typeof PushHello>

/**
 * `ready`: the server accepted the hello. `changed`: something of the fleet changed; call `GET /sync`.
 * `bulk_upsertion`: progress of a bulk upload of this user (VEH-068).
 */
export const PushMessage = z.union([
  z.object({ type: z.enum(['ready', 'changed']) }),
  z.object({ type: z.literal('bulk_upsertion'), bulk_upsertion: BulkUpsertion }),
])
export type PushMessage = z.infer<typeof PushMessage>

/** Close codes of the server, in addition to WebSocket's own. */
export const PUSH_CLOSE_CODES = { malformed: 4400, notSignedIn: 4401, tooMany: 4429 } as const
