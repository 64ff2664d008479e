import { Id } from '../core/fields.ts'
import { call, v4, v6 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { Email } from './session.ts'

export const partnersContract = {
  /**
   * Creates a key that signs one user in, once, within `expires_in` seconds (ruling 7). Called by a partner's server
   * with its secret as `Authorization: Bearer`. `email` or `user_id` identifies a user of one of the partner's fleets.
   * Errors: partner_unknown, not_found (not a user of the partner, or a user of a management company), too_many.
   */
  createKey: call({ access: 'anyone', kind: 'write', problems: ['partner_unknown', 'not_found', 'too_many'] })
    .route({
      method: 'POST',
      path: v6('/partner_keys'),
      tags: ['access'],
      summary: 'Create a single-use sign-in key',
      successStatus: 201,
    })
    .input(z.union([z.object({ email: Email }), z.object({ user_id: Id })]))
    .output(
      z.object({
        key: z.string(),
        /** Seconds. */
        expires_in: z.int(),
        /** Address to which the partner sends the user's browser. */
        url: z.string(),
      }),
    ),
  /**
   * Redirects the browser to the sign-in page of the brand's partner (ACC-038). Errors: not_found if the brand has
   * none.
   */
  authLink: call({ access: 'anyone', problems: ['not_found'] })
    .route({
      method: 'GET',
      path: v4('/partner_sessions/auth_link'),
      tags: ['access'],
      summary: "Redirect to the partner's sign-in page",
      outputStructure: 'detailed',
      successStatus: 302,
    })
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(Blob) })),
}
