import type { Language } from '#contract/core/fields.ts'
import type { ReportSubscription, ReportSubscriptionInput } from '#contract/home/report-subscriptions.ts'
import { dayIn } from '#domain/core/days.ts'
import { REPORT_SUBSCRIPTIONS_MAX } from '#domain/core/limits.ts'
import { nextPeriodStart } from '#domain/home/report-periods.ts'
import type { Actor } from '#server/actor.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

const columns = sql`s.id, s.report, s.by, s.every, s.next_on`

/** A subscription that was found by the link in its email. */
interface LinkedSubscription {
  report: ReportSubscription['report']
  by: ReportSubscription['by']
  every: ReportSubscription['every']
  language: Language
  country: 'US' | 'CA'
  isEnded: boolean
}

export const reportSubscriptionsRepository = {
  /** Index: report_subscriptions_own. */
  list: (tx: Queryable, { userId, fleet }: Actor): Promise<ReportSubscription[]> =>
    tx.query<ReportSubscription>(sql`
      select ${columns} from report_subscriptions s
      where s.user_id = ${userId} and s.fleet_id = ${fleet.id} and s.ended_at is null order by s.id`),

  /** Makes concurrent subscriptions of a user wait for each other, so that the limit holds. */
  lock: (tx: Queryable, { userId, fleetId }: { userId: number; fleetId: number }) =>
    tx.query(
      sql`select pg_advisory_xact_lock(hashtextextended(${`report_subscriptions:${fleetId}:${userId}`}, 0))`,
    ),

  countOthers(tx: Queryable, { userId, fleet }: Actor, input: ReportSubscriptionInput) {
    return countRows(
      tx,
      sql`
      select count(*)::int as count from report_subscriptions
      where user_id = ${userId} and fleet_id = ${fleet.id} and ended_at is null
        and (report, by, every) <> (${input.report}, ${input.by}, ${input.every})`,
    )
  },

  /**
   * Creates a subscription, or resumes an ended one. That one keeps a day that has not passed: then it has not sent its
   * period yet.
   */
  async upsert(
    tx: Queryable,
    { userId, fleet }: Actor,
    { report, by, every, today, nextOn }: ReportSubscriptionInput & { today: string; nextOn: string },
  ): Promise<ReportSubscription> {
    const [saved] = await tx.query<ReportSubscription>(sql`
      insert into report_subscriptions as s (fleet_id, user_id, report, by, every, next_on)
      values (${fleet.id}, ${userId}, ${report}, ${by}, ${every}, ${nextOn})
      on conflict (user_id, fleet_id, report, by, every) do update set ended_at = null, retry_at = null,
        next_on = case when s.ended_at is null or s.next_on >= ${today}::date then s.next_on else excluded.next_on end
      returning ${columns}`)
    if (!saved) throw new Error('The subscription was not written.')
    return saved
  },

  async end(tx: Queryable, { userId, fleet }: Actor, id: number, now: Date): Promise<boolean> {
    const ended = await tx.query(sql`
      update report_subscriptions set ended_at = ${now}
      where id = ${id} and user_id = ${userId} and fleet_id = ${fleet.id} and ended_at is null returning 1`)
    return ended.length > 0
  },

  /** Null: it was deleted, or its user was. */
  async findLinked(db: Queryable, id: number): Promise<LinkedSubscription | null> {
    const [row] = await db.query<LinkedSubscription>(sql`
      select s.report, s.by, s.every, u.language, f.country, s.ended_at is not null as "isEnded"
      from report_subscriptions s join users u on u.id = s.user_id join fleets f on f.id = s.fleet_id
      where s.id = ${id} and u.is_active`)
    return row ?? null
  },

  /**
   * Ends a subscription by the link in its email, or resumes it as long as the user has fewer than the limit. A resumed
   * one keeps a day that has not passed, as in `upsert`.
   */
  async setEnded(
    tx: Transaction,
    id: number,
    { isEnded, now }: { isEnded: boolean; now: Date },
  ): Promise<void> {
    if (isEnded) {
      await tx.query(
        sql`update report_subscriptions set ended_at = coalesce(ended_at, ${now}) where id = ${id}`,
      )
      return
    }
    const [owner] = await tx.query<{
      userId: number
      fleetId: number
      every: ReportSubscription['every']
      timeZone: string
    }>(sql`
      select s.user_id as "userId", s.fleet_id as "fleetId", s.every, f.time_zone as "timeZone"
      from report_subscriptions s join fleets f on f.id = s.fleet_id where s.id = ${id}`)
    if (!owner) return
    const today = dayIn(owner.timeZone, now)
    await reportSubscriptionsRepository.lock(tx, owner)
    await tx.query(sql`
      update report_subscriptions set ended_at = null, retry_at = null,
        next_on = case when next_on >= ${today}::date then next_on
          else ${nextPeriodStart(owner.every, today)}::date end
      where id = ${id} and ended_at is not null and (
        select count(*) from report_subscriptions o
        where o.user_id = ${owner.userId} and o.fleet_id = ${owner.fleetId} and o.ended_at is null
      ) < ${REPORT_SUBSCRIPTIONS_MAX}`)
  },
}
