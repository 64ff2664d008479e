import { Instant, Uuid } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** A sign-in, failed sign-in or lockout of the user's account. */
export const SignInEntry = z.object({
  id: Uuid,
  at: Instant,
  outcome: z.enum(['signed_in', 'sign_in_failed', 'locked_out']),
  /** Second proof besides the password; for a failure, the one that was tried. */
  method: z.nullable(z.enum(['password', 'code', 'device', 'key', 'sign_up'])),
  /** Why it failed; null if it succeeded. */
  reason: z.nullable(
    z.enum(['wrong_password', 'wrong_code', 'wrong_key', 'deactivated', 'unknown_address', 'too_many']),
  ),
  /** 'Chrome', 'Safari'…; null: unknown. */
  browser: z.nullable(z.string()),
  /** 'Android', 'iPhone', 'Windows'…; null: unknown. */
  system: z.nullable(z.string()),
  form: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  /** Truncated network address: '203.0.113.…'. */
  network: z.string(),
})
export type SignInEntry = z.infer<typeof SignInEntry>

export const signInsContract = {
  /** Lists the user's most recent entries. */
  list: call({ access: 'session.own' })
    .route({
      method: 'GET',
      path: v4('/sign_ins'),
      tags: ['access'],
      summary: 'List own recent sign-ins',
    })
    .output(z.object({ sign_ins: z.array(SignInEntry) })),
}
