import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Reads and writes of the command line that no call of the API has. */
export const adminRepository = {
  fleets: (db: Queryable) =>
    db.query(sql`
      select f.id, f.name, f.brand, f.country, a.name as company,
        (select count(*) from vehicles v where v.fleet_id = f.id)::int as vehicles,
        (select count(*) from users u where u.fleet_id = f.id and u.is_active)::int as active_users
      from fleets f left join affiliations a on a.id = f.affiliation_id where f.deleted_at is null order by f.id`),

  async userId(db: Queryable, email: string): Promise<number | null> {
    const [user] = await db.query<{ id: number }>(
      sql`select id from users where lower(email) = ${email.toLowerCase()}`,
    )
    return user?.id ?? null
  },

  async activeUserIds(db: Queryable): Promise<number[]> {
    const users = await db.query<{ id: number }>(
      sql`select distinct user_id as id from (select user_id from sessions union select user_id from devices) d order by 1`,
    )
    return users.map(({ id }) => id)
  },

  /** Clears the counts of one-time passwords and reset links. */
  async clearAttempts(db: Queryable, userId: number, email: string): Promise<void> {
    const buckets = ['otp', 'otp-day', 'otp-guess'].map((kind) => `${kind}:${userId}`)
    await db.query(
      sql`delete from attempts where bucket = any(${[...buckets, `forgot:${email.toLowerCase()}`]}::text[])`,
    )
  },

  /** Job counts by queue and state. Completed jobs stay for days, so they are left out. */
  jobs: (db: Queryable) =>
    db.query(sql`
      select name, state::text as state, count(*)::int as jobs, min(created_on) as oldest from jobs.job
      where state <> 'completed' group by 1, 2 order by 1, 2`),

  failedJobs: (db: Queryable, name: string) =>
    db.query<{ id: string }>(sql`select id from jobs.job where name = ${name} and state = 'failed'`),
}
