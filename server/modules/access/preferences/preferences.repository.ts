import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

export interface PreferencesRow {
  id: number
  first_name: string
  last_name: string
  email: string
  cell_phone: string | null
  zip: string | null
  vehicles_total: number
  fleet_country: 'US' | 'CA'
  brand: string
  email_notifications: Record<string, boolean>
  text_notifications: Record<string, boolean>
  rev: number
}

/** Returns the user with their own fleet, not the session's. The zip defaults to the fleet's zip from sign-up. */
export async function findPreferences(db: Queryable, userId: number): Promise<PreferencesRow | null> {
  const [row] = await db.query<PreferencesRow>(sql`
    select u.id, u.first_name, u.last_name, u.email, u.cell_phone, coalesce(u.zip, f.zip) as zip, f.country as fleet_country, f.brand,
      coalesce(f.car_count, (select count(*) from vehicles v where v.fleet_id = f.id and v.is_active))::int as vehicles_total,
      u.email_notifications, u.text_notifications, u.rev
    from users u join fleets f on f.id = u.fleet_id where u.id = ${userId} and u.is_active`)
  return row ?? null
}

export async function isEmailTaken(tx: Queryable, email: string, exceptUserId: number): Promise<boolean> {
  const found = await tx.query(
    sql`select 1 from users where lower(email) = ${email.toLowerCase()} and id <> ${exceptUserId}`,
  )
  return found.length > 0
}

export interface PreferencesChange {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  cellPhone?: string | undefined
  zip?: string | undefined
  email_notification_preferences?: Record<string, boolean | undefined> | undefined
  text_notification_preferences?: Record<string, boolean | undefined> | undefined
}

/** Writes the given fields and switches; others stay unchanged. */
export async function updatePreferences(tx: Queryable, userId: number, given: PreferencesChange) {
  await tx.query(sql`
    update users set
      first_name = coalesce(${given.firstName ?? null}, first_name),
      last_name = coalesce(${given.lastName ?? null}, last_name),
      email = coalesce(${given.email ?? null}, email),
      cell_phone = coalesce(${given.cellPhone ?? null}, cell_phone),
      zip = coalesce(${given.zip ?? null}, zip),
      email_notifications = email_notifications || ${given.email_notification_preferences ?? {}}::jsonb,
      text_notifications = text_notifications || ${given.text_notification_preferences ?? {}}::jsonb,
      unsubscribed_preferences = unsubscribed_preferences
        - array(select jsonb_object_keys(${given.email_notification_preferences ?? {}}::jsonb))
    where id = ${userId}`)
}

export async function updateVehicleCount(tx: Queryable, userId: number, count: number) {
  await tx.query(
    sql`update fleets set car_count = ${count} where id = (select fleet_id from users where id = ${userId})`,
  )
}

interface ReminderSettings {
  reminds_by_text: boolean
  reminds_by_email: boolean
}

/** Without a choice, users whose only role is Driver are reminded by email (decision 26). */
export async function findReminderSettings(db: Queryable, userId: number): Promise<ReminderSettings | null> {
  const [row] = await db.query<ReminderSettings>(
    sql`select coalesce(reminds_by_text, false) as reminds_by_text,
      coalesce(reminds_by_email, roles <@ array['Driver']) as reminds_by_email from users where id = ${userId}`,
  )
  return row ?? null
}

export async function updateReminderSettings(db: Queryable, userId: number, given: ReminderSettings) {
  await db.query(sql`
    update users set reminds_by_text = ${given.reminds_by_text}, reminds_by_email = ${given.reminds_by_email},
      unsubscribed_preferences = unsubscribed_preferences - 'maintenance'
    where id = ${userId}`)
}
