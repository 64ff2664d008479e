import type { Country } from '#contract/core/fields.ts'
import { SHOP_LINK_MAX_AGE_DAYS } from '#domain/core/limits.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { SHOP_LINK_DAYS_AFTER_CLOSING } from '#server/limits.ts'

/**
 * The time when the links of an order expire: some days after its completion or cancellation, also by a rejection of
 * every line; null: not yet.
 */
const endOf = (
  orderId: ReturnType<typeof sql>,
) => sql`(select max(a.created_at) from shop_order_activity_items a
  where a.order_id = ${orderId} and a.activity_type in ('complete', 'cancel', 'reject')) + make_interval(days => ${SHOP_LINK_DAYS_AFTER_CLOSING})`

/** Condition on `shop_links l`: it exceeds the maximum age. */
const isAged = (now: Date) =>
  sql`l.created_at + make_interval(days => ${SHOP_LINK_MAX_AGE_DAYS}) < ${now}::timestamptz`

/** Condition on `shop_links l`: expired, because its order ended long ago or the link is too old. */
const isExpired = (now: Date) =>
  sql`coalesce(${endOf(sql`l.order_id`)} < ${now}::timestamptz, false) or ${isAged(now)}`

/** The facts about an order that its links depend on. */
export interface LinkContext {
  fleet_id: number
  brand: string
  country: Country
  vin: string | null
  shop_email: string | null
  shop_state: string | null
  expires_at: string | null
  is_expired: boolean
}

interface FoundLink {
  id: string
  fleet_id: number
  vin: string | null
  is_revoked: boolean
  is_expired: boolean
}

interface LiveLink {
  id: string
  created_at: string
  created_by_name: string | null
  sent_to: string | null
  opened_at: string | null
}

export const shopLinksRepository = {
  async context(db: Queryable, orderId: number, now: Date): Promise<LinkContext | undefined> {
    const [row] = await db.query<LinkContext>(sql`
      select x.*, coalesce(x.expires_at < ${now}::timestamptz, false) as is_expired from (
        select o.fleet_id, f.brand, f.country, v.vin, s.email as shop_email, s.state as shop_state,
          ${endOf(sql`o.id`)} as expires_at
        from shop_orders o join fleets f on f.id = o.fleet_id join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
          left join shops s on s.id = o.shop_id
        where o.id = ${orderId}) x`)
    return row
  },

  async insert(
    tx: Transaction,
    link: {
      fleetId: number
      orderId: number
      tokenHash: Buffer
      createdBy: number | null
      sentTo: string | null
      createdAt: Date
    },
  ): Promise<void> {
    await tx.query(sql`
      insert into shop_links (fleet_id, order_id, token_hash, created_by, sent_to, created_at)
      values (${link.fleetId}, ${link.orderId}, ${link.tokenHash}, ${link.createdBy}, ${link.sentTo}, ${link.createdAt})`)
  },

  /** Lists valid links, newest first. Index: shop_links_order. */
  live(db: Queryable, fleetId: number, orderId: number, now: Date): Promise<LiveLink[]> {
    return db.query<LiveLink>(sql`
      select l.id, l.created_at, u.first_name || ' ' || u.last_name as created_by_name, l.sent_to, l.opened_at
      from shop_links l left join users u on u.id = l.created_by
      where l.fleet_id = ${fleetId} and l.order_id = ${orderId} and l.revoked_at is null and not (${isAged(now)})
      order by l.created_at desc, l.id`)
  },

  /**
   * Returns the address that a link of the order was last emailed to, also if that link was replaced since. Undefined:
   * none was, or no link is valid. Index: shop_links_order.
   */
  async lastSentTo(db: Queryable, fleetId: number, orderId: number, now: Date): Promise<string | undefined> {
    const [last] = await db.query<{ sent_to: string }>(sql`
      select s.sent_to from shop_links s
      where s.fleet_id = ${fleetId} and s.order_id = ${orderId} and s.sent_to is not null
        and exists (select from shop_links l where l.fleet_id = s.fleet_id and l.order_id = s.order_id
          and l.revoked_at is null and not (${isAged(now)}))
      order by s.created_at desc, s.id limit 1`)
    return last?.sent_to
  },

  async revokeAll(tx: Transaction, fleetId: number, orderId: number): Promise<void> {
    await tx.query(sql`
      update shop_links set revoked_at = now()
      where fleet_id = ${fleetId} and order_id = ${orderId} and revoked_at is null`)
  },

  /** Finds the link of an order by its token, in any state. */
  async find(db: Queryable, tokenHash: Buffer, orderId: number, now: Date): Promise<FoundLink | undefined> {
    const [row] = await db.query<FoundLink>(sql`
      select l.id, l.fleet_id, v.vin, l.revoked_at is not null as is_revoked,
        (${isExpired(now)}) as is_expired
      from shop_links l join shop_orders o on o.id = l.order_id join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
      where l.token_hash = ${tokenHash} and l.order_id = ${orderId}`)
    return row
  },

  /** Returns which of these idempotency keys belong to accepted entries of the order's shop. */
  async knownKeys(db: Queryable, orderId: number, keys: readonly string[]): Promise<Set<string>> {
    const rows = await db.query<{ key: string }>(sql`
      select key from shop_idempotency_keys
      where order_id = ${orderId} and key = any(${keys}::uuid[]) and status < 400`)
    return new Set(rows.map((row) => row.key))
  },

  /**
   * Whether the order has accepted an estimate or a bill that is later than both this revision and the entry with this
   * key. Entries are compared by the revision in their responses.
   */
  async hasLaterEstimate(
    db: Queryable,
    orderId: number,
    { rev, entry }: { rev: number; entry?: string | undefined },
  ): Promise<boolean> {
    const [row] = await db.query<{ is_later: boolean }>(sql`
      select max(x.rev) > greatest(${rev}::bigint, max(x.rev) filter (where x.key = ${entry ?? null}::uuid)) as is_later
      from (select k.key, ((k.body #>> '{}')::jsonb ->> 'rev')::bigint as rev from shop_idempotency_keys k
        where k.order_id = ${orderId} and k.status < 400
          and (k.route like '%/shop_links/:id/estimate' or k.route like '%/shop_links/:id/complete')) x`)
    return row?.is_later ?? false
  },

  async insertSession(tx: Transaction, link: FoundLink, tokenHash: Buffer): Promise<void> {
    await tx.query(sql`
      insert into shop_sessions (token_hash, fleet_id, link_id) values (${tokenHash}, ${link.fleet_id}, ${link.id})`)
    await tx.query(sql`update shop_links set opened_at = now() where id = ${link.id}`)
  },

  /** Finds the link that opened a session for the order, in any state. */
  async ofSession(
    db: Queryable,
    tokenHash: Buffer,
    orderId: number,
    now: Date,
  ): Promise<Omit<FoundLink, 'vin'> | undefined> {
    const [row] = await db.query<Omit<FoundLink, 'vin'>>(sql`
      select l.id, l.fleet_id, l.revoked_at is not null as is_revoked,
        (${isExpired(now)}) as is_expired
      from shop_sessions s join shop_links l on l.id = s.link_id
      where s.token_hash = ${tokenHash} and l.order_id = ${orderId}`)
    return row
  },
}
