import pg from 'pg'
import { isFmc, type Role } from '#domain/access/permissions.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type KnownValues, toLowerCase } from './known-values.ts'

interface UserReference {
  table: string
  column: string
}

export interface NewFleet {
  name: string
  brand: string
  country: 'US' | 'CA'
  timeZone: string
  affiliationId: number | null
}

export interface FleetRow {
  id: number
  name: string
  country: 'US' | 'CA'
  time_zone: string
  affiliation_id: number | null
}

export interface NewUser {
  fleet: FleetRow
  roles: Role[]
  email: string
  language: 'en' | 'fr'
  firstName: string
  lastName: string
}

/** Reads and writes of the command line that no call of the API has. */
export const adminRepository = {
  fleets: (db: Queryable) =>
    db.query(sql`
      select f.id, f.name, f.brand, f.country, a.name as company,
        (select count(*) from vehicles v where v.fleet_id = f.id)::int as vehicles,
        (select count(*) from users u where u.fleet_id = f.id and u.is_active)::int as active_users
      from fleets f left join affiliations a on a.id = f.affiliation_id where f.deleted_at is null order by f.id`),

  async companyId(db: Queryable, name: string): Promise<number | null> {
    const [company] = await db.query<{ id: number }>(
      sql`select id from affiliations where lower(name) = lower(${name})`,
    )
    return company?.id ?? null
  },

  async insertFleet(
    db: Queryable,
    { name, brand, country, timeZone, affiliationId }: NewFleet,
  ): Promise<number> {
    const [fleet] = await db.query<{ id: number }>(sql`
      insert into fleets (affiliation_id, name, country, brand, time_zone)
      values (${affiliationId}, ${name}, ${country}, ${brand}, ${timeZone}) returning id`)
    if (!fleet) throw new Error('The fleet was not inserted.')
    return fleet.id
  },

  async fleet(db: Queryable, id: number): Promise<FleetRow | null> {
    const [fleet] = await db.query<FleetRow>(sql`
      select id, name, country, time_zone, affiliation_id from fleets where id = ${id} and deleted_at is null`)
    return fleet ?? null
  },

  async insertUser(
    db: Queryable,
    { fleet, roles, email, language, firstName, lastName }: NewUser,
  ): Promise<number> {
    const [user] = await db.query<{ id: number }>(sql`
      insert into users (fleet_id, affiliation_id, email, first_name, last_name, language, country, roles)
      values (${fleet.id}, ${isFmc({ roles }) ? fleet.affiliation_id : null}, ${email}, ${firstName}, ${lastName},
        ${language}, ${fleet.country}, ${roles}) returning id`)
    if (!user) throw new Error('The user was not inserted.')
    return user.id
  },

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

  /** Clears the count of reset links that were requested for an address. */
  async clearResetRequests(db: Queryable, email: string): Promise<void> {
    await db.query(sql`delete from attempts where bucket = ${`forgot:${email.toLowerCase()}`}`)
  },

  /** Columns that refer to users: those of foreign keys, the user's own ID, and the sign-in trail, which has no key. */
  referencesToUsers: (db: Queryable) =>
    db.query<UserReference>(sql`
      select c.conrelid::regclass::text as table, a.attname as column
        from pg_constraint c cross join unnest(c.conkey, c.confkey) as k (own, other)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
        join pg_attribute u on u.attrelid = c.confrelid and u.attnum = k.other and u.attname = 'id'
        where c.contype = 'f' and c.confrelid = 'users'::regclass
      union select 'users', 'id' union select 'sign_in_trail', 'user_id' order by 1, 2`),

  /** The names come from the catalog, already quoted where necessary. */
  rowsReferring: (db: Queryable, { table, column }: UserReference, userId: number) =>
    db.query<{ row: Record<string, unknown> }>({
      text: `select to_jsonb(t) as row from ${table} t where ${pg.escapeIdentifier(column)} = $1`,
      values: [userId],
    }),

  /** Messages to addresses and phone numbers. The server removes the text of sent emails with codes. */
  messagesTo: (db: Queryable, { emails, phones }: Pick<KnownValues, 'emails' | 'phones'>) =>
    db.query<{ name: string; row: Record<string, unknown> }>(sql`
      select 'mails' as name, to_jsonb(m) - 'text' - 'html' as row from mails m
        where lower(m.recipient) = any(${toLowerCase(emails)}::text[])
      union all select 'text_messages', to_jsonb(t) from text_messages t where t.recipient = any(${phones}::text[])`),

  /** Customers of the card gateway that may have data of the user: of their fleet, and where they added a card. */
  async gatewayCustomers(db: Queryable, userId: number): Promise<string[]> {
    const rows = await db.query<{ id: string }>(sql`
      select f.card_customer_id as id from fleets f where f.card_customer_id is not null
        and (f.id = (select u.fleet_id from users u where u.id = ${userId})
          or exists (select from payment_methods m where m.fleet_id = f.id and m.owner_id = ${userId}))
      order by f.id`)
    return rows.map(({ id }) => id)
  },

  /** Job counts by queue and state. Completed jobs stay for days, so they are left out. */
  jobs: (db: Queryable) =>
    db.query(sql`
      select name, state::text as state, count(*)::int as jobs, min(created_on) as oldest from jobs.job
      where state <> 'completed' group by 1, 2 order by 1, 2`),

  failedJobs: (db: Queryable, name: string) =>
    db.query<{ id: string }>(sql`select id from jobs.job where name = ${name} and state = 'failed'`),
}
