import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

interface NewCompany {
  name: string
  brand: string
  country: 'US' | 'CA'
  timeZone: string
  /** The first FMC user. */
  user: { email: string; firstName: string; lastName: string; language: 'en' | 'fr' }
}

export const companiesRepository = {
  /** Serializes concurrent creation of companies with the same name. */
  async hold(tx: Transaction): Promise<void> {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('companies', 0))`)
  },

  async hasCompany(db: Queryable, name: string): Promise<boolean> {
    return (await db.query(sql`select from affiliations where lower(name) = lower(${name})`)).length > 0
  },

  async hasUser(db: Queryable, email: string): Promise<boolean> {
    return (await db.query(sql`select from users where lower(email) = ${email}`)).length > 0
  },

  /** A company is an affiliation with its own fleet, to which its users belong. */
  async insert(tx: Transaction, { name, brand, country, timeZone, user }: NewCompany) {
    const [made] = await tx.query<{ affiliation_id: number; fleet_id: number }>(sql`
      with company as (insert into affiliations (name) values (${name}) returning id),
      home as (
        insert into fleets (affiliation_id, name, country, brand, time_zone)
        select id, ${name}, ${country}, ${brand}, ${timeZone} from company returning id, affiliation_id)
      select affiliation_id, id as fleet_id from home`)
    if (!made) throw new Error('The company was not inserted.')
    const [person] = await tx.query<{ id: number }>(sql`
      insert into users (fleet_id, affiliation_id, email, first_name, last_name, language, country, roles)
      values (${made.fleet_id}, ${made.affiliation_id}, ${user.email}, ${user.firstName}, ${user.lastName},
        ${user.language}, ${country}, array['FMC']) returning id`)
    if (!person) throw new Error('The first user was not inserted.')
    return { affiliationId: made.affiliation_id, fleetId: made.fleet_id, userId: person.id }
  },
}
