import * as z from 'zod/mini'
import { Country, Id, Text } from '../core/fields.ts'
import { PASSWORD_MAX, PERSON_NAME_MAX, VEHICLES_TOTAL_MAX } from '../core/limits.ts'
import { PATTERNS } from '../core/patterns.ts'
import { call, v4 } from '../core/route.ts'
import { Confirmation, isConfirmed, NewPassword } from './passwords.ts'
import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from './preferences-rules.ts'
import { Email } from './session.ts'

const switches = <Key extends string>(defaults: Record<Key, boolean>) =>
  z.object(
    Object.fromEntries(Object.keys(defaults).map((key) => [key, z.boolean('text')])) as Record<
      Key,
      z.ZodMiniBoolean
    >,
  )
const EmailNotifications = switches(EMAIL_NOTIFICATIONS)
const TextNotifications = switches(TEXT_NOTIFICATIONS)
const VehiclesTotal = z.int('count').check(z.gte(0, 'count'), z.lte(VEHICLES_TOTAL_MAX, 'count'))

/** What user preferences hold (doc2 §2, USR-058). */
export const Preferences = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  cellPhone: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  /** What the fleet says it has; until it has said so, the vehicles that it has here. */
  vehiclesTotal: z.int(),
  country: Country,
  /** Which parts the user has, and may send (USR-065 to USR-067). */
  parts: z.object({ profile: z.boolean(), ofFleet: z.boolean(), canSetVehicleCount: z.boolean() }),
  email_notification_preferences: EmailNotifications,
  text_notification_preferences: TextNotifications,
})
export type Preferences = z.infer<typeof Preferences>

/** A call that saves nothing is a mistake of its sender. */
const isSomething = z.refine<{ id: number }>((given) => Object.keys(given).length > 1, {
  error: 'required',
  path: ['firstName'],
})

/** How reminders of due maintenance reach a user (doc1 §3). Push is not built: always false. */
export const MaintenancePreferences = z.object({
  text_notification: z.boolean('text'),
  email_notification: z.boolean('text'),
  push_notification: z.literal(false, 'text'),
})
export type MaintenancePreferences = z.infer<typeof MaintenancePreferences>

export const preferencesContract = {
  /** One's own. Errors: not_found for anybody else's. */
  show: call({ access: 'session.own' })
    .route({
      method: 'GET',
      path: v4('/fleet_users/{id}'),
      tags: ['access'],
      summary: "One's own preferences",
    })
    .input(z.object({ id: Id }))
    .output(Preferences),
  /**
   * Saves what is given of them; what is left out stays. Another e-mail address or password needs the current password,
   * and another password ends all other sessions and remembered devices (ruling 4). Errors: not_found, not_allowed
   * (a part that the user does not have), validation (`email: email_taken`, `currentPassword: password_wrong`), too_many.
   */
  save: call({ access: 'session.own', kind: 'plain' })
    .route({
      method: 'PUT',
      path: v4('/fleet_users/{id}'),
      tags: ['access'],
      summary: "Save one's own preferences",
    })
    .input(
      z
        .object({
          id: Id,
          firstName: z.optional(Text(PERSON_NAME_MAX)),
          lastName: z.optional(Text(PERSON_NAME_MAX)),
          email: z.optional(Email),
          cellPhone: z.optional(z.string('phone').check(z.trim(), z.regex(PATTERNS.phone, 'phone'))),
          /** Zip code or postal code, by the fleet's country (USR-061). */
          zip: z.optional(z.string('zip').check(z.trim(), z.maxLength(10, 'zip'))),
          vehiclesTotal: z.optional(VehiclesTotal),
          currentPassword: z.optional(z.string('password').check(z.maxLength(PASSWORD_MAX, 'password'))),
          newPassword: z.optional(NewPassword),
          newPasswordConfirmation: z.optional(Confirmation),
          email_notification_preferences: z.optional(EmailNotifications),
          text_notification_preferences: z.optional(TextNotifications),
        })
        .check(isConfirmed, isSomething),
    )
    .output(z.object({ ...Preferences.shape, alertType: z.literal('success'), alertMessage: z.string() })),
  maintenance: call({ access: 'session.own' })
    .route({
      method: 'GET',
      path: v4('/customers/{id}/maintenance_preferences'),
      tags: ['access'],
      summary: 'How reminders reach one',
    })
    .input(z.object({ id: Id }))
    .output(MaintenancePreferences),
  saveMaintenance: call({ access: 'session.own', kind: 'plain' })
    .route({
      method: 'PUT',
      path: v4('/customers/{id}/maintenance_preferences'),
      tags: ['access'],
      summary: 'Set how reminders reach one',
    })
    .input(z.object({ id: Id, preferences: MaintenancePreferences }))
    .output(MaintenancePreferences),
}
