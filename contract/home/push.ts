import { Id } from '../core/fields.ts'
import * as z from '../core/zod.ts'
import { BulkUpsertion } from '../vehicles/bulk.ts'

/** Address of the push channel, a WebSocket outside of the API's prefixes (API-026). */
export const PUSH_PATH = '/cable'
/** Most bytes of one message, either way, and most open channels of one user (S-26). */
export const PUSH_FRAME_MAX = 64 * 1024
export const PUSH_CONNECTIONS_MAX = 20

/** The client's first and only message, within 5 s of opening; the ticket is one of purpose 'push'. */
export const PushHello = z.object({
  type: z.literal('hello'),
  user_id: Id,
  ticket: z.string().check(z.maxLength(100)),
})
export type PushHello = z.infer<typeof PushHello>

/**
 * `ready`: the server heard the hello. `changed`: something of the fleet did; `GET /sync` says what. `bulk_upsertion`: how
 * far a bulk upload of this user is (VEH-068).
 */
export const PushMessage = z.union([
  z.object({ type: z.enum(['ready', 'changed']) }),
  z.object({ type: z.literal('bulk_upsertion'), bulk_upsertion: BulkUpsertion }),
])
export type PushMessage = z.infer<typeof PushMessage>

/** Why the server closed the channel, beside WebSocket's own codes. */
export const PUSH_CLOSE_CODES = { malformed: 4400, notSignedIn: 4401, tooMany: 4429 } as const
