import type { PayableMethod, PaymentActivityKind, PaymentStatus } from '#contract/money/payment.ts'
import { ABILITIES } from '#domain/access/permissions.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { Problem } from '#server/problem.ts'
import type { NewPayment, PaymentRow } from './payment-types.ts'

const COLUMNS = sql`p.id, p.fleet_id, p.order_id, p.subscription_month, p.key, p.provider, p.method_id, p.currency, p.amount,
  p.capture_amount, p.refunded_amount, p.status, p.reason, p.gateway_id, p.requested_by, p.decision, p.sent_at,
  p.next_action, p.tries, p.created_at, coalesce(p.claimed_until > now(), false) as is_claimed,
  extract(epoch from now() - coalesce(p.sent_at, p.created_at))::float8 as sent_seconds_ago,
  extract(epoch from now() - p.created_at)::float8 as created_seconds_ago`
const read = (db: Queryable, rest: Query) =>
  db.query<PaymentRow>(sql`select ${COLUMNS} from payments p where ${rest}`)
const firstOf = async (rows: Promise<PaymentRow[]>) => (await rows)[0]

/** Last part of a new key: empty until the database was restored (decision 122). */
export const keyGeneration = sql`(select coalesce('-' || nullif(key_generation, 0), '') from server_meta)`

/** Another attempt for the order is in progress. */
export const paymentRunning = () => new Problem('payment_running', { retryAfter: 10 })

/** The fields of a fleet that are needed to charge it. */
export interface PayingFleet {
  pays_through_platform: boolean
  providers: ('Braintree' | 'WEX' | 'Fleetcor')[]
  currency: 'USD' | 'CAD'
  wex_number: string | null
  fleetcor_account: string | null
}

/** Condition on `payment_methods m`: this user may pay with it. Null: a policy, which may use any. */
const mayPay = (
  userId: number | null,
): Query => sql`(${userId}::bigint is null or m.all_users or m.owner_id = ${userId}
  or exists (select from payment_method_users x where x.method_id = m.id and x.user_id = ${userId})
  or exists (select from users u where u.id = ${userId} and u.roles && ${[...ABILITIES['payments.edit']]}::text[]))`

export const paymentsRepository = {
  async fleet(db: Queryable, fleetId: number): Promise<PayingFleet> {
    const [row] = await db.query<PayingFleet>(sql`
      select f.pays_through_platform, f.payment_providers as providers,
        case f.country when 'CA' then 'CAD' else 'USD' end as currency, f.fuel_card_account_number as wex_number,
        f.account_id::text as fleetcor_account
      from fleets f where f.id = ${fleetId}`)
    if (!row) throw new Error('There is no such fleet.')
    return row
  },

  /**
   * Returns the card if this user may pay with it. `id` null: the default card. Locks the card against deletion, which
   * is an update.
   */
  async usableMethod(tx: Transaction, fleetId: number, id: number | null, userId: number | null) {
    const find = () =>
      tx.query<{ id: number }>(sql`
      select m.id from payment_methods m where m.fleet_id = ${fleetId} and m.removed_at is null
        and case when ${id}::bigint is null then m.is_default else m.id = ${id} end
        and ${mayPay(userId)} for share of m`)
    const [row] = await find()
    if (row || id !== null) return row?.id ?? null
    // If another card became the default while this one waited for the lock, only a new statement sees it.
    return (await find())[0]?.id ?? null
  },

  /**
   * Returns the method for an automatic approval (decision 50): one that all users may use, the default first,
   * otherwise one that the booker may use. Locks it against deletion.
   */
  async automaticMethod(tx: Transaction, fleetId: number, bookerId: number | null): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(sql`
      select m.id from payment_methods m where m.fleet_id = ${fleetId} and m.removed_at is null
        and (m.all_users or (${bookerId}::bigint is not null and ${mayPay(bookerId)}))
      order by m.all_users desc, m.is_default desc, m.id limit 1 for share of m`)
    return row?.id ?? null
  },

  /** Returns whether there is a card that this user may pay with. */
  async hasMethod(db: Queryable, fleetId: number, userId: number): Promise<boolean> {
    const rows = await db.query(sql`
      select from payment_methods m
      where m.fleet_id = ${fleetId} and m.removed_at is null and ${mayPay(userId)} limit 1`)
    return rows.length > 0
  },

  /** Lists the cards and PayPal accounts that this user may pay with, the default first. */
  methodsOf: (db: Queryable, fleetId: number, userId: number) =>
    db.query<PayableMethod>(sql`
      select m.id, m.type, m.card_type, m.last_4, m.email, m.name, coalesce(m.name, m.email) as label, m.expiration_date, m.is_default
      from payment_methods m where m.fleet_id = ${fleetId} and m.removed_at is null and ${mayPay(userId)}
      order by m.is_default desc, m.id`),

  async tokenOf(db: Queryable, methodId: number): Promise<string> {
    const [row] = await db.query<{ token: string }>(
      sql`select token from payment_methods where id = ${methodId}`,
    )
    if (!row) throw new Error('The payment method is gone.')
    return row.token
  },

  find: (db: Queryable, id: number) => firstOf(read(db, sql`p.id = ${id}`)),
  lock: (tx: Transaction, id: number) => firstOf(read(tx, sql`p.id = ${id} for no key update`)),
  /** Index: payments_one_live. */
  liveOf: (tx: Queryable, orderId: number) =>
    firstOf(read(tx, sql`p.order_id = ${orderId} and p.status in ('requested', 'unknown', 'authorized')`)),
  capturedOf: (tx: Queryable, orderId: number) =>
    firstOf(read(tx, sql`p.order_id = ${orderId} and p.status = 'captured'`)),
  /** Returns whether another attempt for the same order or month was captured or is in progress. */
  async isReplaced(tx: Queryable, payment: PaymentRow): Promise<boolean> {
    const others = await tx.query(sql`
      select from payments where fleet_id = ${payment.fleet_id} and id <> ${payment.id}
        and (order_id = ${payment.order_id} or subscription_month = ${payment.subscription_month}::date)
        and status in ('requested', 'unknown', 'authorized', 'captured')`)
    return others.length > 0
  },
  byRequest: (tx: Queryable, orderId: number, requestKey: string) =>
    firstOf(read(tx, sql`p.order_id = ${orderId} and p.request_key = ${requestKey}`)),
  latestOf: (db: Queryable, orderId: number) =>
    firstOf(read(db, sql`p.order_id = ${orderId} order by p.attempt desc limit 1`)),
  ofOrder: (db: Queryable, fleetId: number, orderId: number) =>
    read(db, sql`p.fleet_id = ${fleetId} and p.order_id = ${orderId} order by p.attempt desc`),

  /**
   * Adds an attempt in `requested` and returns its id. Its key contains the number of the attempt for the order or month.
   * `advancePayment` calls the gateway after the commit. Errors: payment_running.
   */
  async insert(tx: Transaction, payment: NewPayment): Promise<number> {
    const { orderId = null, month = null } = payment
    const insert = sql`
      insert into payments (fleet_id, order_id, subscription_month, attempt, key, provider, method_id, account_number,
        currency, amount, requested_by, request_key, decision, due_at)
      select ${payment.fleetId}, ${orderId}::bigint, ${month}::date, n.attempt,
        case when ${orderId}::bigint is null
          then 'subscription-' || ${payment.fleetId}::bigint || '-' || to_char(${month}::date, 'YYYYMM') || '-' || n.attempt
          else 'order-' || ${orderId}::bigint || '-' || n.attempt end || ${keyGeneration},
        ${payment.provider}, ${payment.methodId}, ${payment.accountNumber}, ${payment.currency}, ${payment.amount},
        ${payment.userId}, ${payment.requestKey}, ${payment.decision === null ? null : JSON.stringify(payment.decision)},
        now() + make_interval(secs => ${payment.waitSeconds})
      from (select coalesce(max(attempt), 0) + 1 as attempt from payments
        where order_id = ${orderId} or (fleet_id = ${payment.fleetId} and subscription_month = ${month}::date)) n
      returning id`
    try {
      const [row] = await tx.attempt(() => tx.query<{ id: number }>(insert))
      if (!row) throw new Error('No payment was inserted.')
      return row.id
    } catch (error) {
      if (isUniqueViolation(error, 'payments_one_live')) throw paymentRunning()
      throw error
    }
  },

  /** Lists ids of due rows that no server has claimed. Index: payments_due. */
  async due(db: Queryable, limit: number): Promise<{ id: number; fleet_id: number }[]> {
    return db.query(sql`
      select id, fleet_id from payments where due_at <= now() and coalesce(claimed_until, now()) <= now()
      order by due_at limit ${limit}`)
  },

  /**
   * Claims the row for `seconds` and returns its previous state; undefined if it is not due or another server has
   * claimed it. The first claim of a `requested` row sets `sent_at`: from then on it counts as sent.
   */
  async claim(tx: Transaction, id: number, seconds: number): Promise<PaymentRow | undefined> {
    const [row] = await tx.query<PaymentRow>(sql`
      select ${COLUMNS} from payments p where p.id = ${id} and p.due_at is not null
        and coalesce(p.claimed_until, now()) <= now() for no key update skip locked`)
    if (!row) return undefined
    await tx.query(sql`
      update payments set claimed_until = now() + make_interval(secs => ${seconds}), tries = tries + 1,
        sent_at = coalesce(sent_at, now()) where id = ${id}`)
    return row
  },

  /** Saves the state of the row and releases the claim. `waitSeconds` null: no step is left. */
  async saveState(
    tx: Transaction,
    id: number,
    to: {
      status?: PaymentStatus
      gatewayId?: string
      reason?: string | null
      nextAction?: 'capture' | 'void' | null
      captureAmount?: string
      accountNumber?: string
      waitSeconds: number | null
    },
  ): Promise<void> {
    await tx.query(sql`
      update payments set claimed_until = null,
        tries = case when ${to.status !== undefined || to.nextAction !== undefined} then 0 else tries end,
        status = coalesce(${to.status ?? null}, status), gateway_id = coalesce(${to.gatewayId ?? null}, gateway_id),
        reason = case when ${to.reason !== undefined} then ${to.reason ?? null} else reason end,
        next_action = case when ${to.nextAction !== undefined} then ${to.nextAction ?? null} else next_action end,
        capture_amount = coalesce(${to.captureAmount ?? null}::numeric, capture_amount),
        account_number = coalesce(${to.accountNumber ?? null}, account_number),
        due_at = now() + make_interval(secs => ${to.waitSeconds}::float)
      where id = ${id}`)
  },

  async scheduleSettlementCheck(tx: Transaction, id: number, waitSeconds: number): Promise<void> {
    await tx.query(sql`
      update payments set settlement_check_at = now() + make_interval(secs => ${waitSeconds}) where id = ${id}`)
  },

  async logActivity(
    tx: Transaction,
    payment: PaymentRow,
    kind: PaymentActivityKind,
    given: { amount?: string; userId?: number | null; note?: string | null } = {},
  ): Promise<void> {
    await tx.query(sql`
      insert into payment_activities (fleet_id, payment_id, order_id, kind, amount, user_id, note)
      values (${payment.fleet_id}, ${payment.id}, ${payment.order_id}, ${kind}, ${given.amount ?? payment.amount},
        ${given.userId ?? null}, ${given.note ?? null})`)
  },

  /** Logs that an order was paid outside the platform, without an attempt. */
  async logSettledOutside(
    tx: Transaction,
    settled: { fleetId: number; id: number; amount: string; userId: number; reason: string },
  ): Promise<void> {
    await tx.query(sql`
      insert into payment_activities (fleet_id, order_id, kind, amount, user_id, note)
      values (${settled.fleetId}, ${settled.id}, 'settled_outside', ${settled.amount}, ${settled.userId}, ${settled.reason})`)
  },
}
