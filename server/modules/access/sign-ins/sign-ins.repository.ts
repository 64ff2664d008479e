import type { SignInEntry } from '#contract/access/sign-ins.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { SIGN_IN_FORGET_MINUTES, SIGN_INS_SHOWN } from '#server/limits.ts'
import { deviceOf } from '#server/modules/access/own-sessions/device-label.ts'
import { networkOf } from '#server/modules/access/session/limits.ts'

/** Where a request comes from, as the trail records it. */
export interface RequestOrigin {
  ip: string
  userAgent: string
  requestId: string
}

export type SignInMethod = 'password' | 'code' | 'device' | 'key' | 'sign_up'

/** One row of the trail. It never holds a password, a code or a token. */
interface TrailEvent {
  act:
    | 'signed_in'
    | 'sign_in_failed'
    | 'locked_out'
    | 'unlocked'
    | 'code_sent'
    | 'signed_out'
    | 'session_ended'
    | 'device_remembered'
    | 'device_revoked'
    | 'password_changed'
    | 'password_reset'
    | 'reset_requested'
  method?: SignInMethod
  reason?: 'wrong_code' | 'wrong_key' | 'too_many'
  /** Number of sessions or devices that the action ended; 1 if left out. */
  count?: number
}

/**
 * Inserts all rows of one request in one statement. Without a user, the account is unknown. The fleet defaults to the
 * user's own.
 */
export async function recordSignInEvents(
  db: Queryable,
  { userId, fleetId = null }: { userId: number | null; fleetId?: number | null },
  origin: RequestOrigin,
  events: readonly TrailEvent[],
): Promise<void> {
  if (events.length === 0) return
  const { browser, system, form } = deviceOf(origin.userAgent)
  const rows = events.map(({ count = 1, ...event }) => ({ ...event, how_many: count }))
  await db.query(sql`
    insert into sign_in_trail (act, method, reason, how_many, user_id, fleet_id, network, browser, system, form, request_id)
    select e.act, e.method, e.reason, e.how_many, ${userId}::bigint,
      coalesce(${fleetId}::bigint, (select fleet_id from users where id = ${userId}::bigint)),
      ${networkOf(origin.ip)}, ${browser}, ${system}, ${form}, ${origin.requestId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (act text, method text, reason text, how_many int)`)
}

/** An address as typed, in lower case, and the keyed hash that is stored if it belongs to no account. */
export interface TypedAddress {
  email: string
  hash: Buffer
}

/**
 * Inserts a row about a typed address. The statement looks up the user itself, so that known and unknown addresses take
 * the same work.
 */
export async function insertByAddress(
  db: Queryable,
  { email, hash }: TypedAddress,
  origin: RequestOrigin,
  event: { act: 'sign_in_failed' | 'reset_requested' | 'locked_out'; method?: SignInMethod },
): Promise<void> {
  const { browser, system, form } = deviceOf(origin.userAgent)
  await db.query(sql`
    insert into sign_in_trail (act, method, reason, user_id, fleet_id, address_hash, network, browser, system, form, request_id)
    select ${event.act}::text, ${event.method ?? null}::text,
      case ${event.act}::text when 'locked_out' then 'too_many'
        when 'sign_in_failed' then
          case when u.id is null then 'unknown_address' when not u.is_active then 'deactivated' else 'wrong_password' end
      end,
      u.id, u.fleet_id, case when u.id is null then ${hash}::bytea end,
      ${networkOf(origin.ip)}, ${browser}, ${system}, ${form}, ${origin.requestId}
    from (values (1)) one left join users u on lower(u.email) = ${email}`)
}

interface NewLockout {
  subject: string
  /** The account, by address or id; null: no single account. */
  user: { email: string } | { userId: number } | null
  network: string
  isMailed: boolean
}

/**
 * Records a failure at or above a limit; true if it starts a lockout. The row lock makes this true for exactly one of
 * several concurrent failures.
 */
export async function beginLockout(
  db: Queryable,
  { subject, user, network, isMailed }: NewLockout,
): Promise<boolean> {
  const isUser =
    user === null
      ? sql`false`
      : 'email' in user
        ? sql`lower(u.email) = ${user.email}`
        : sql`u.id = ${user.userId}`
  const isOver = sql`l.failed_at < now() - interval '1 minute' * ${SIGN_IN_FORGET_MINUTES}::int`
  const [row] = await db.query<{ has_begun: boolean }>(sql`
    insert into sign_in_lockouts as l (subject, user_id, network, mail_due)
    select ${subject}, u.id, ${network}, ${isMailed}::boolean from (values (1)) one left join users u on ${isUser} and u.is_active
    on conflict (subject) do update set
      user_id = excluded.user_id,
      begun_at = case when ${isOver} then now() else l.begun_at end,
      network = case when ${isOver} then excluded.network else l.network end,
      mail_due = l.mail_due or (${isOver} and excluded.mail_due),
      failed_at = now()
    returning begun_at = now() as has_begun`)
  return row?.has_begun ?? false
}

/** Ends the lockout of an account; the daily email still counts. */
export async function endLockout(db: Queryable, subject: string): Promise<void> {
  await db.query(
    sql`update sign_in_lockouts set failed_at = '-infinity', mail_due = false where subject = ${subject}`,
  )
}

export interface DueNotice {
  subject: string
  network: string
  begun_at: string
  email: string
  first_name: string
  language: 'en' | 'fr'
  brand: string | null
  country: 'US' | 'CA' | null
  time_zone: string | null
}

/** Takes the lockouts whose owner must be notified and was not within a day. */
export async function takeDueNotices(tx: Queryable): Promise<DueNotice[]> {
  const due = await tx.query<DueNotice>(sql`
    with due as (
      update sign_in_lockouts set mail_due = false, mailed_at = now()
      where mail_due and user_id is not null and (mailed_at is null or mailed_at < now() - interval '1 day')
      returning subject, user_id, network, begun_at)
    select d.subject, d.network, d.begun_at, u.email, u.first_name, u.language, f.brand, f.country, f.time_zone
    from due d join users u on u.id = d.user_id and u.is_active left join fleets f on f.id = u.fleet_id`)
  await tx.query(sql`update sign_in_lockouts set mail_due = false where mail_due`)
  return due
}

/** The user's newest sign-ins, failures and lockouts. Index: sign_in_trail_user. */
export function newestOf(db: Queryable, userId: number): Promise<SignInEntry[]> {
  return db.query<SignInEntry>(sql`
    select id, at, act as outcome, method, reason, browser, system, form, network from sign_in_trail
    where user_id = ${userId} and act in ('signed_in', 'sign_in_failed', 'locked_out')
    order by at desc, id limit ${SIGN_INS_SHOWN}`)
}
