import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import { VEHICLES_TOTAL_MAX } from '#domain/core/limits.ts'
import { Country, Id } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

const switches = <Key extends string>(defaults: Record<Key, boolean>) =>
  z.object(
    Object.fromEntries(Object.keys(defaults).map((key) => [key, z.boolean('text')])) as Record<
      Key,
      z.ZodMiniBoolean
    >,
  )
export const EmailNotifications = switches(EMAIL_NOTIFICATIONS)
export const TextNotifications = switches(TEXT_NOTIFICATIONS)
export const VehiclesTotal = z.int('count').check(z.gte(0, 'count'), z.lte(VEHICLES_TOTAL_MAX, 'count'))

/** The user preferences (USR-058). */
export const Preferences = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  cellPhone: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  /** Number of vehicles that the fleet entered, or else the number of its vehicles in Wheelbook. */
  vehiclesTotal: z.int(),
  country: Country,
  /** Sections that the user sees and may save (USR-065 to USR-067). */
  parts: z.object({ profile: z.boolean(), ofFleet: z.boolean(), canSetVehicleCount: z.boolean() }),
  email_notification_preferences: EmailNotifications,
  text_notification_preferences: TextNotifications,
  /** Revision of the user, for If-Match. */
  rev: z.int(),
})
export type Preferences = z.infer<typeof Preferences>

/** Channels for reminders of due maintenance (SET-015). Push notifications are not built: always false. */
export const MaintenancePreferences = z.object({
  text_notification: z.boolean('text'),
  email_notification: z.boolean('text'),
  push_notification: z.literal(false, 'text'),
})
export type MaintenancePreferences = z.infer<typeof MaintenancePreferences>

export const preferencesContract = {
  /** Returns the user's own preferences; `users.update` saves them. Errors: not_found for other users. */
  show: call({ access: 'session.own' })
    .route({
      method: 'GET',
      path: v4('/fleet_users/{id}'),
      tags: ['access'],
      summary: 'Get your own preferences',
    })
    .input(z.object({ id: Id }))
    .output(Preferences),
  maintenance: call({ access: 'session.own' })
    .route({
      method: 'GET',
      path: v4('/customers/{id}/maintenance_preferences'),
      tags: ['access'],
      summary: 'Get reminder preferences',
    })
    .input(z.object({ id: Id }))
    .output(MaintenancePreferences),
  saveMaintenance: call({ access: 'session.own', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/customers/{id}/maintenance_preferences'),
      tags: ['access'],
      summary: 'Update reminder preferences',
    })
    .input(z.object({ id: Id, preferences: MaintenancePreferences }))
    .output(MaintenancePreferences),
}
