import { COMPANY_NAME_MAX, PERSON_NAME_MAX } from '#domain/core/limits.ts'
import { Id, LanguageCode } from '../core/fields.ts'
import { Name } from '../core/names.ts'
import { call, v4, v6 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { Email } from './session.ts'
import { SignedIn } from './sign-up.ts'
import { Phone, shellFields } from './sign-up-rules.ts'

const PersonName = z.optional(Name(PERSON_NAME_MAX))

/** Calls of partners' servers, with their secret as `Authorization: Bearer <secret>` (configuration PARTNERS). */
export const shellCustomersContract = {
  /**
   * Starts a sign-up for a partner's customer. `url` opens the form prefilled with the partner's data. It works once,
   * until `expires_at`. Errors: partner_unknown, validation, too_many.
   */
  create: call({ access: 'anyone', kind: 'write', problems: ['partner_unknown', 'too_many'] })
    .route({
      method: 'POST',
      path: v6('/shell_customers'),
      tags: ['partners'],
      summary: 'Start a sign-up for a partner’s customer',
      successStatus: 201,
    })
    .input(
      z.object({
        fleet_name: Name(COMPANY_NAME_MAX),
        /** Whether the customer may change the fleet's name. */
        fleet_name_editable: z._default(z.boolean(), false),
        email: z.optional(Email),
        firstName: PersonName,
        lastName: PersonName,
        cellPhone: z.optional(Phone),
      }),
    )
    .output(z.object({ id: Id, token: z.string(), url: z.string(), expires_at: z.string() })),
  /**
   * Completes a sign-up that a partner started: creates the fleet, its Owner and a session (ACC-121, ACC-122). `token`
   * works once; a repeated request with the same Idempotency-Key and email address gets the same result. Errors:
   * validation, email_taken, shell_link_invalid, key_reused, too_many.
   */
  complete: call({
    access: 'anyone',
    kind: 'write',
    problems: ['shell_link_invalid', 'email_taken', 'key_reused', 'otp_invalid', 'otp_used_up', 'too_many'],
  })
    .route({
      method: 'PUT',
      path: v4('/shell_customers/{id}'),
      tags: ['access'],
      summary: 'Complete a sign-up that a partner started',
    })
    .input(
      z.object({
        id: Id,
        ...shellFields,
        token: z.string('text').check(z.minLength(1, 'required'), z.maxLength(200, 'text')),
        language: z.optional(LanguageCode),
      }),
    )
    .output(SignedIn),
}
