import { DEFAULT_TIME_ZONE, OTP_LIFE_MINUTES, OTP_TRIES } from '#domain/core/limits.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A new fleet with its Owner. */
export interface NewFleet {
  companyName: string
  country: 'US' | 'CA'
  brand: string
  affiliationId: number | null
  zip: string | null
  carCount: number | null
  /** Customer id at the card gateway; null: no card. */
  cardCustomerId: string | null
  owner: {
    firstName: string
    lastName: string
    email: string
    phone: string
    language: 'en' | 'fr'
    passwordHash: string
  }
}

export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  return (await db.query(sql`select 1 from users where lower(email) = ${email}`)).length > 0
}

/** Creates fleet and Owner; null, without creating anything, if the address is taken. */
export async function insertFleet(
  tx: Transaction,
  fleet: NewFleet,
): Promise<{ fleetId: number; userId: number } | null> {
  const { owner } = fleet
  const [made] = await tx.query<{ fleet_id: number; user_id: number }>(sql`
    with fleet as (
      insert into fleets (name, country, brand, affiliation_id, time_zone, fleet_payment_type, pays_through_platform,
        payment_providers, zip, car_count, card_customer_id)
      select ${fleet.companyName}, ${fleet.country}, ${fleet.brand}, ${fleet.affiliationId}::bigint, ${DEFAULT_TIME_ZONE}, 'credit_card',
        ${fleet.cardCustomerId !== null}::boolean, ${fleet.cardCustomerId === null ? [] : ['Braintree']}::text[], ${fleet.zip}, ${fleet.carCount}::int,
        ${fleet.cardCustomerId}
      returning id)
    insert into users (fleet_id, email, first_name, last_name, cell_phone, language, country, roles, password_hash)
    select id, ${owner.email}, ${owner.firstName}, ${owner.lastName}, ${owner.phone}, ${owner.language},
      ${fleet.country}, ${['Owner']}, ${owner.passwordHash} from fleet
    on conflict ((lower(email))) do nothing
    returning fleet_id, id as user_id`)
  return made ? { fleetId: made.fleet_id, userId: made.user_id } : null
}

export interface SignUpRow {
  user_id: number
  fleet_id: number
  /** Customer of the fleet at the card gateway; null: none. */
  card_customer_id: string | null
  email: string
  password_hash: string
  /** null: unknown. */
  content_hash: Buffer | null
}

/** Returns the sign-up with this key in the last day. */
export async function findSignUp(db: Queryable, key: string): Promise<SignUpRow | null> {
  const [row] = await db.query<SignUpRow>(sql`
    select s.user_id, u.fleet_id, f.card_customer_id, u.email, u.password_hash, s.content_hash
    from sign_ups s join users u on u.id = s.user_id join fleets f on f.id = u.fleet_id
    where s.key = ${key} and s.created_at > now() - interval '1 day' and u.is_active`)
  return row ?? null
}

/** Returns whether a fleet's cards belong to this customer of the card gateway. */
export async function isCardCustomer(db: Queryable, customerId: string): Promise<boolean> {
  return (await db.query(sql`select 1 from fleets where card_customer_id = ${customerId}`)).length > 0
}

/** Records the sign-up and the accepted terms; false if another request used the key. */
export async function insertSignUp(
  tx: Transaction,
  signUp: { key: string; userId: number; brand: string; hasPromotionalTerms: boolean; contentHash: Buffer },
): Promise<boolean> {
  const noted = await tx.query(sql`
    insert into sign_ups (key, user_id, brand, promotional_terms, content_hash)
    values (${signUp.key}, ${signUp.userId}, ${signUp.brand}, ${signUp.hasPromotionalTerms}, ${signUp.contentHash})
    on conflict do nothing returning 1`)
  return noted.length > 0
}

/** Adds a one-time password of an address; the previous one stops working. */
export async function replaceCode(db: Queryable, email: string, codeHash: string) {
  await db.query(sql`
    insert into sign_up_codes (email, code_hash, expires_at)
    values (${email}, ${Buffer.from(codeHash)}, now() + make_interval(mins => ${OTP_LIFE_MINUTES}))
    on conflict (email) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`)
}

/** Returns whether the address has a code that has not expired. */
export async function hasCode(db: Queryable, email: string): Promise<boolean> {
  return (
    (await db.query(sql`select from sign_up_codes where email = ${email} and expires_at > now()`)).length > 0
  )
}

/** Uses one of the tries, counted before the comparison, so that concurrent guesses share the limit of five. */
export async function takeCodeTry(db: Queryable, email: string): Promise<string | 'used_up' | null> {
  const [code] = await db.query<{ code_hash: Buffer; tries: number }>(sql`
    update sign_up_codes set tries = least(tries + 1, ${OTP_TRIES + 1}::int)
    where email = ${email} and expires_at > now() returning code_hash, tries`)
  if (!code) return null
  return code.tries > OTP_TRIES ? 'used_up' : code.code_hash.toString()
}

/** Returns a try after a correct code, which may be needed again if the card is declined. */
export async function refundCodeTry(db: Queryable, email: string) {
  await db.query(sql`update sign_up_codes set tries = greatest(tries - 1, 0) where email = ${email}`)
}

/** Consumes the code; false if it was already used. */
export async function consumeCode(tx: Transaction, email: string): Promise<boolean> {
  return (await tx.query(sql`delete from sign_up_codes where email = ${email} returning 1`)).length > 0
}
