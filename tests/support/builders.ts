import type { Role } from '#domain/access/permissions.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { hashPassword } from '#server/modules/access/passwords.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'

/** Password of all test users. */
export const PASSWORD = 'correct horse battery'
let hash: Promise<string> | undefined
let count = 0

async function insert<Row extends object>(db: Queryable, query: Query): Promise<Row> {
  const [row] = await db.query<Row>(query)
  if (!row) throw new Error('Nothing was inserted.')
  return row
}

/** Creates test data with unique made-up values, as the database's owner (bypassing every rule of the API). */
export function builders(db: Database) {
  const build = {
    async affiliation(given: { name?: string } = {}) {
      return insert<{ id: number }>(
        db,
        sql`insert into affiliations (name) values (${given.name ?? `Group ${++count}`}) returning id`,
      )
    },

    /** A fuel-card account. */
    async account(given: { name?: string; isActive?: boolean; enrolled?: boolean } = {}) {
      return insert<{ id: number }>(
        db,
        sql`insert into accounts (name, is_active, enrolled)
          values (${given.name ?? `Account ${++count}`}, ${given.isActive ?? true}, ${given.enrolled ?? true}) returning id`,
      )
    },

    /** A link of the fleet to another site. */
    async link(fleet: { id: number }, given: { name?: string; description?: string; link?: string } = {}) {
      return insert<{ id: number }>(
        db,
        sql`insert into fleet_links (fleet_id, name, description, link)
          values (${fleet.id}, ${given.name ?? `Link ${++count}`}, ${given.description ?? ''},
            ${given.link ?? 'https://elsewhere.example'}) returning id`,
      )
    },

    async fleet(
      given: {
        country?: 'US' | 'CA'
        name?: string
        brand?: string
        timeZone?: string
        flags?: object
        affiliationId?: number
        accountId?: number
      } = {},
    ) {
      const country = given.country ?? 'US'
      const { id } = await insert<{ id: number }>(
        db,
        sql`insert into fleets (name, country, brand, time_zone, flags, affiliation_id, account_id)
          values (${given.name ?? `Fleet ${++count}`}, ${country}, ${given.brand ?? (country === 'CA' ? 'boreal' : 'wheelbook')},
            ${given.timeZone ?? 'America/New_York'}, ${given.flags ?? {}}, ${given.affiliationId ?? null}, ${given.accountId ?? null}) returning id`,
      )
      return { id, country, unit: country === 'CA' ? ('km' as const) : ('mi' as const) }
    },

    /** A user of the fleet (null: of none). Default: an Owner who uses English. */
    async user(
      fleet: { id: number; country?: 'US' | 'CA' } | null,
      given: {
        roles?: Role[]
        email?: string
        language?: 'en' | 'fr'
        firstName?: string
        isActive?: boolean
        /** Invited: no password is set yet. */
        isInvited?: boolean
        affiliationId?: number
        /** Fuel-card accounts whose fleets the user may act for. */
        accounts?: { id: number }[]
      } = {},
    ) {
      hash ??= hashPassword(PASSWORD)
      const email = given.email ?? `person${++count}@example.com`
      const roles = given.roles ?? ['Owner']
      const { id } = await insert<{ id: number }>(
        db,
        sql`insert into users (fleet_id, affiliation_id, email, first_name, last_name, language, country, roles, password_hash, is_active)
          values (${fleet?.id ?? null}, ${given.affiliationId ?? null}, ${email}, ${given.firstName ?? 'Ada'}, ${`Person${count}`},
            ${given.language ?? 'en'}, ${fleet?.country ?? 'US'}, ${roles}, ${given.isInvited ? null : await hash}, ${given.isActive ?? true}) returning id`,
      )
      for (const account of given.accounts ?? [])
        await db.query(sql`insert into user_accounts (user_id, account_id) values (${id}, ${account.id})`)
      return { id, email, roles, fleetId: fleet?.id ?? 0, password: PASSWORD }
    },

    /** A vehicle of the fleet, assigned to `drivers`. */
    async vehicle(
      fleet: { id: number; unit?: 'mi' | 'km' },
      given: {
        name?: string
        vin?: string
        odometer?: number
        drivers?: { id: number }[]
        isActive?: boolean
        /** Day on which it was added; default: now. */
        added?: string
      } = {},
    ) {
      const { id } = await insert<{ id: number }>(
        db,
        sql`insert into vehicles (fleet_id, vin, year, make, model, name_of_vehicle, odometer, odometer_units, is_active,
            created_at)
          values (${fleet.id}, ${given.vin ?? null}, 2022, 'Ford', 'Transit', ${given.name ?? `Van ${++count}`}, ${given.odometer ?? null},
            ${fleet.unit ?? 'mi'}, ${given.isActive ?? true}, coalesce(${given.added ?? null}::date + interval '16 hours', now()))
          returning id`,
      )
      for (const driver of given.drivers ?? []) {
        await db.query(
          sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${id}, ${driver.id})`,
        )
      }
      return { id, fleetId: fleet.id }
    },

    async service(given: { name?: string; positions?: string[] } = {}) {
      const name = given.name ?? `Service ${++count}`
      return insert<{ id: number }>(
        db,
        sql`insert into service_definitions (name_en, name_fr, positions)
          values (${name}, ${`${name} (fr)`}, ${given.positions ?? []}) returning id`,
      )
    },

    async shop(given: { country?: 'US' | 'CA'; name?: string } = {}) {
      const isCanadian = given.country === 'CA'
      return insert<{ id: number }>(
        db,
        sql`insert into shops (name, address_line1, city, state, zip, country, latitude, longitude, main_phone_number, time_zone)
          values (${given.name ?? `Shop ${++count}`}, '1 Test Street', ${isCanadian ? 'Toronto' : 'Columbus'},
            ${isCanadian ? 'ON' : 'OH'}, ${isCanadian ? 'M5V 2T6' : '43215'}, ${isCanadian ? 'CA' : 'US'},
            ${isCanadian ? 43.65 : 39.96}, ${isCanadian ? -79.38 : -83.0}, '6145550100', 'America/New_York') returning id`,
      )
    },

    /** A payment method that the user added. Not the default unless requested. */
    async paymentMethod(
      fleet: { id: number },
      owner: { id: number },
      given: { name?: string; token?: string; isDefault?: boolean; isForAll?: boolean } = {},
    ) {
      return insert<{ id: number; token: string }>(
        db,
        sql`insert into payment_methods (fleet_id, owner_id, token, type, card_type, last_4, expiration_date, name, is_default, all_users)
          values (${fleet.id}, ${owner.id}, ${given.token ?? `token-${crypto.randomUUID()}`}, 'credit_card', 'Visa', '1111', '12/2031',
            ${given.name ?? null}, ${given.isDefault ?? false}, ${given.isForAll ?? true}) returning id, token`,
      )
    },

    /** A session of the user. Returns its token, as in the cookie authentication_token on http and https. */
    async session(user: { id: number; fleetId: number }): Promise<string> {
      const token = newToken()
      await db.query(sql`
        insert into sessions (token_hash, user_id, fleet_id, is_remembered, expires_at, accepts_plain_cookie)
        values (${hashToken(token)}, ${user.id}, ${user.fleetId}, true, now() + interval '1 day', true)`)
      return token
    },
  }
  return build
}
export type Builders = ReturnType<typeof builders>
