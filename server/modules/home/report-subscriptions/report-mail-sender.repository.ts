import type { Language } from '#contract/core/fields.ts'
import type { ReportSubscription } from '#contract/home/report-subscriptions.ts'
import type { Role } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type FleetAccess, fleetAccess } from '#server/modules/access/fleet-access.ts'

/** The user who gets a report by email, and the fleet of the report. */
interface ReportReader {
  fleet_id: number
  email: string
  language: Language
  fleet_name: string
  brand: string
  country: 'US' | 'CA'
}

/** A report, and who gets it by email. */
export type MailedReport = ReportReader & Pick<ReportSubscription, 'report' | 'by' | 'every'>

/** A due subscription with its user and fleet in their current state. */
export interface DueSubscription extends ReportSubscription, ReportReader {
  user_id: number
  last_period: string | null
  roles: Role[]
  user_is_active: boolean
  time_zone: string
  affiliation_id: number | null
  access: FleetAccess
}

export const reportMailSenderRepository = {
  /** The actor as the reader of a report of the fleet that they act for. */
  async readerOf(tx: Queryable, { userId, fleet }: Actor): Promise<ReportReader> {
    const [row] = await tx.query<ReportReader>(sql`
      select f.id as fleet_id, u.email, u.language, f.name as fleet_name, f.brand, f.country
      from users u, fleets f where u.id = ${userId} and f.id = ${fleet.id}`)
    if (!row) throw new Error('There is no such user or fleet.')
    return row
  },

  /**
   * Locks the subscription that has been due for the longest time; skips those that another server has locked. It is due
   * from 07:00 in the fleet's time zone. The first condition finds the candidates by index report_subscriptions_due: no
   * time zone is further ahead than 14 hours.
   */
  async takeDue(tx: Transaction, now: Date): Promise<DueSubscription | null> {
    const [row] = await tx.query<DueSubscription>(sql`
      select s.id, s.report, s.by, s.every, s.next_on, s.fleet_id, s.user_id, s.last_period, u.email, u.roles, u.language,
        u.is_active as user_is_active, f.name as fleet_name,
        f.brand, f.country, f.time_zone, f.affiliation_id, ${fleetAccess} as access
      from report_subscriptions s join users u on u.id = s.user_id join fleets f on f.id = s.fleet_id
      where s.ended_at is null and s.next_on <= ((${now}::timestamptz at time zone 'UTC') + interval '14 hours')::date
        and (s.next_on + time '07:00') at time zone f.time_zone <= ${now}
        and (s.retry_at is null or s.retry_at <= ${now})
      order by s.next_on, s.id limit 1 for update of s skip locked`)
    return row ?? null
  },

  async advance(tx: Queryable, id: number, { nextOn, period }: { nextOn: string; period: string }) {
    await tx.query(sql`
      update report_subscriptions set next_on = ${nextOn}, last_period = ${period}, retry_at = null where id = ${id}`)
  },

  async postpone(tx: Queryable, id: number, until: Date): Promise<void> {
    await tx.query(sql`update report_subscriptions set retry_at = ${until} where id = ${id}`)
  },

  async remove(tx: Queryable, id: number): Promise<void> {
    await tx.query(sql`delete from report_subscriptions where id = ${id}`)
  },
}
