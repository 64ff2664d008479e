import { footerLink } from '../core/brand.ts'
import { Id, LanguageCode } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { CurrentUser } from './session.ts'

/** Feature flags of the specification (BRD-047), with the value in force for the user and host. */
export const FLAGS = [
  'glovebox',
  'telematics',
  'fuel_card_sign_up',
  'multifactor_authentication',
  'captcha',
  'footer_links',
  'maintenance_schedules',
] as const
export type Flag = (typeof FLAGS)[number]
export const Flags = z.record(z.enum(FLAGS), z.enum(['on', 'off']))
export type Flags = z.infer<typeof Flags>

/** The customer to read flags for: the signed-in user (BRD-044). */
const FlagsQuery = z.object({
  customer_id: z.optional(Id),
  email: z.optional(z.string().check(z.maxLength(254))),
  affiliation_id: z.optional(Id),
})
export type FlagsQuery = z.infer<typeof FlagsQuery>

export const accountContract = {
  me: call({ access: 'session.own' })
    .route({ method: 'GET', path: v4('/customers/me'), tags: ['access'], summary: 'Get the signed-in user' })
    .output(CurrentUser),
  setLanguage: call({ access: 'session.own', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/customers/{id}/language'),
      tags: ['access'],
      summary: "Set one's own language",
    })
    .input(z.object({ id: Id, language: LanguageCode }))
    .output(CurrentUser),
  /** Works before sign-in too, because the sign-in screen depends on flags. */
  flags: call({ access: 'anyone' })
    .route({ method: 'GET', path: v4('/feature_flags'), tags: ['access'], summary: 'Feature flags' })
    .input(FlagsQuery)
    .output(z.object({ flags: Flags, footer_links: z.array(footerLink) })),
}
