import { ALL_USERS, type PaymentMethod } from '#contract/money/payment-methods.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Customer, StoredCard } from '#server/integrations/card-gateway/port.ts'

/** A payment method as stored. The service decides what an actor may do with it. */
export type MethodRow = Omit<PaymentMethod, 'can_edit' | 'can_set_default'>

/** The fields that Wheelbook stores itself, and the users who may pay with the method. */
export interface MethodFields {
  name?: string | null | undefined
  billing_address?: string | null | undefined
  billing_zip?: string | null | undefined
  email?: string | null | undefined
  customer_ids: readonly number[]
}

/** `sign_up_customers.created_at` of a customer that is being removed from the gateway. */
const CLAIMED = '-infinity'

export const paymentMethodsRepository = {
  /** Lists the methods of a fleet, or one of them by `id`, the default first. Index: payment_methods_fleet. */
  list(db: Queryable, fleetId: number, id: number | null = null): Promise<MethodRow[]> {
    return db.query<MethodRow>(sql`
      select m.id, m.owner_id, coalesce(u.first_name || ' ' || u.last_name, m.cardholder_name, '') as customer_name, m.type, m.card_type, m.last_4,
        m.expiration_date, m.email, m.cardholder_name, m.name, m.billing_address, m.billing_zip, m.is_default, m.rev,
        case when m.all_users then array[${ALL_USERS}::bigint]
          else coalesce(c.ids, '{}') end as customer_ids,
        case when m.all_users then '[]'::json else coalesce(c.people, '[]'::json) end as customers,
        exists (select from payments p where p.method_id = m.id and p.status in ('requested', 'unknown', 'authorized'))
          as has_active_orders
      from payment_methods m left join users u on u.id = m.owner_id
        cross join lateral (
          select array_agg(p.id order by p.last_name, p.first_name, p.id) as ids,
            json_agg(json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name)
              order by p.last_name, p.first_name, p.id) as people
          from payment_method_users x join users p on p.id = x.user_id
          -- A form may name a user who is deleted at the same time.
          where x.method_id = m.id and p.deleted_at is null) c
      where m.fleet_id = ${fleetId} and m.removed_at is null and (${id}::bigint is null or m.id = ${id})
      order by m.is_default desc, m.id`)
  },

  /**
   * Locks all methods of a fleet until the transaction ends, because setting or deleting the default depends on all of
   * them.
   */
  async lockAll(tx: Transaction, fleetId: number): Promise<void> {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`payment_methods ${fleetId}`}, 0))`)
  },

  /** Waits for transactions that charge a method, and blocks new ones. Lock all methods of the fleet first. */
  async lockForRemoval(tx: Transaction, fleetId: number, id: number): Promise<void> {
    await tx.query(sql`select from payment_methods where fleet_id = ${fleetId} and id = ${id} for update`)
  },

  /**
   * Stores a method, or finds the stored one with this token, which may be removed. The first method of a fleet becomes
   * the default.
   */
  async insert(
    tx: Transaction,
    { fleetId, userId }: { fleetId: number; userId: number },
    card: StoredCard,
  ): Promise<{ id: number; isNew: boolean }> {
    const added = await tx.query(sql`
      insert into payment_methods (fleet_id, owner_id, token, type, card_type, last_4, expiration_date, email,
        cardholder_name, is_default)
      values (${fleetId}, ${userId}, ${card.token}, ${card.type}, ${card.cardType}, ${card.last4}, ${card.expirationDate},
        ${card.email}, ${card.cardholderName},
        not exists (select from payment_methods where fleet_id = ${fleetId} and is_default))
      on conflict (token) do nothing returning 1`)
    const [row] = await tx.query<{ id: number }>(
      sql`select id from payment_methods where fleet_id = ${fleetId} and token = ${card.token}`,
    )
    if (!row) throw new Error('The payment method belongs to another fleet.')
    return { id: row.id, isNew: added.length > 0 }
  },

  /** Stores a card that the vault cleaner has to remove, as a removed method. Changes nothing if its token is stored. */
  async insertRemoved(
    tx: Transaction,
    { fleetId, userId }: { fleetId: number; userId: number },
    card: StoredCard,
  ): Promise<void> {
    await tx.query(sql`
      insert into payment_methods (fleet_id, owner_id, token, type, card_type, last_4, expiration_date, removed_at)
      values (${fleetId}, ${userId}, ${card.token}, ${card.type}, ${card.cardType}, ${card.last4}, ${card.expirationDate},
        now())
      on conflict (token) do nothing`)
  },

  /** Updates the given fields; omitted ones keep their value. */
  async setFields(tx: Transaction, fleetId: number, id: number, fields: MethodFields): Promise<void> {
    const isForAll = fields.customer_ids.includes(ALL_USERS)
    const given = (key: keyof MethodFields) => fields[key] !== undefined
    await tx.query(sql`
      update payment_methods set rev = rev + 1, all_users = ${isForAll},
        name = case when ${given('name')} then ${fields.name ?? null} else name end,
        billing_address = case when ${given('billing_address')} then ${fields.billing_address ?? null} else billing_address end,
        billing_zip = case when ${given('billing_zip')} then ${fields.billing_zip ?? null} else billing_zip end,
        email = case when ${given('email')} then ${fields.email ?? null} else email end
      where fleet_id = ${fleetId} and id = ${id}`)
    const ids = isForAll ? [] : [...new Set(fields.customer_ids)]
    await tx.query(sql`delete from payment_method_users where fleet_id = ${fleetId} and method_id = ${id}`)
    await tx.query(sql`
      insert into payment_method_users (fleet_id, method_id, user_id)
      select ${fleetId}, ${id}, n from unnest(${ids}::bigint[]) n`)
  },

  async setDefault(tx: Transaction, fleetId: number, id: number): Promise<void> {
    await tx.query(sql`
      update payment_methods set is_default = false, rev = rev + 1
      where fleet_id = ${fleetId} and is_default and id <> ${id}`)
    await tx.query(sql`
      update payment_methods set is_default = true, rev = rev + 1
      where fleet_id = ${fleetId} and id = ${id} and not is_default`)
  },

  /** Hides a method permanently. Past payments still refer to it, so it keeps what labels them. */
  async remove(tx: Transaction, fleetId: number, id: number): Promise<void> {
    await tx.query(sql`
      update payment_methods set removed_at = now(), rev = rev + 1, name = null, cardholder_name = null,
        billing_address = null, billing_zip = null, email = case when type = 'paypal_account' then email end
      where fleet_id = ${fleetId} and id = ${id}`)
    await tx.query(sql`delete from payment_method_users where fleet_id = ${fleetId} and method_id = ${id}`)
  },

  /** Returns which of these tokens belong to a method of the fleet, removed or not. Index: payment_methods_token_key. */
  withTokens(
    tx: Transaction,
    fleetId: number,
    tokens: readonly string[],
  ): Promise<{ id: number; token: string; is_removed: boolean }[]> {
    return tx.query(sql`
      select id, token, removed_at is not null as is_removed from payment_methods
      where fleet_id = ${fleetId} and token = any(${tokens}::text[])`)
  },

  /**
   * Lists tokens of removed methods that are still in the gateway's vault, except the ids in `except`. Index:
   * payment_methods_to_forget.
   */
  removedTokens(db: Queryable, except: readonly number[]): Promise<{ id: number; token: string }[]> {
    return db.query(sql`
      select id, token from payment_methods where removed_at is not null and vault_removed_at is null
        and not id = any(${except}::bigint[])
      order by removed_at limit 50`)
  },

  async markRemovedFromVault(db: Queryable, id: number): Promise<void> {
    await db.query(sql`update payment_methods set vault_removed_at = now() where id = ${id}`)
  },

  /**
   * Lists deleted fleets that are still customers of the gateway, without a method in its vault, except the ids in `except`.
   * Index: fleets_gateway_customers.
   */
  customersToRemove(db: Queryable, except: readonly number[]): Promise<{ id: number; customerId: string }[]> {
    return db.query(sql`
      select f.id, f.card_customer_id as "customerId" from fleets f
      where f.deleted_at is not null and f.card_customer_id is not null and not f.id = any(${except}::bigint[])
        and not exists (select from payment_methods m where m.fleet_id = f.id and m.vault_removed_at is null)
      order by f.id limit 50`)
  },

  async forgetCustomer(db: Queryable, fleetId: number): Promise<void> {
    await db.query(sql`update fleets set card_customer_id = null where id = ${fleetId}`)
  },

  /** Stores a customer id before the gateway gets it. False: the gateway is about to remove the customer. */
  async noteCustomer(db: Queryable, customerId: string): Promise<boolean> {
    const noted = await db.query(sql`
      insert into sign_up_customers as s (customer_id) values (${customerId})
      on conflict (customer_id) do update set created_at = now() where s.created_at <> ${CLAIMED}
      returning id`)
    return noted.length > 0
  },

  /** Ends the note, because a fleet has the customer. */
  async takeCustomer(tx: Transaction, customerId: string): Promise<void> {
    await tx.query(sql`delete from sign_up_customers where customer_id = ${customerId}`)
  },

  /** Lists customers of sign-ups of more than a day ago, except the ids in `except`. Then no request repeats them. */
  notedCustomers(
    db: Queryable,
    except: readonly number[],
  ): Promise<{ id: number; customerId: string; isUsed: boolean }[]> {
    return db.query(sql`
      select s.id, s.customer_id as "customerId",
        exists (select from fleets f where f.card_customer_id = s.customer_id) as "isUsed"
      from sign_up_customers s
      where s.created_at < now() - interval '1 day' and not s.id = any(${except}::bigint[])
      order by s.id limit 50`)
  },

  /** Reserves a customer for its removal, unless a sign-up uses it again. Repeatable, because a server may stop before the removal. */
  async claimNoted(db: Queryable, id: number): Promise<boolean> {
    const claimed = await db.query(sql`
      update sign_up_customers set created_at = ${CLAIMED}
      where id = ${id} and created_at < now() - interval '1 day' returning id`)
    return claimed.length > 0
  },

  async forgetNoted(db: Queryable, id: number): Promise<void> {
    await db.query(sql`delete from sign_up_customers where id = ${id}`)
  },

  async countUsers(db: Queryable, fleetId: number, ids: readonly number[]): Promise<number> {
    const [row] = await db.query<{ n: number }>(
      sql`select count(*) as n from users
        where fleet_id = ${fleetId} and id = any(${ids}::bigint[]) and deleted_at is null`,
    )
    return row?.n ?? 0
  },

  /** Returns the fleet as a customer of the gateway. Assigns a customer id if it has none. */
  async customer(tx: Transaction, fleetId: number, userId: number): Promise<Customer> {
    await tx.query(sql`
      update fleets set card_customer_id = gen_random_uuid()::text where id = ${fleetId} and card_customer_id is null`)
    const [row] = await tx.query<Customer>(sql`
      select f.card_customer_id as id, f.name as company, u.first_name as "firstName", u.last_name as "lastName", u.email
      from fleets f, users u where f.id = ${fleetId} and u.id = ${userId}`)
    if (!row) throw new Error('There is no such fleet or user.')
    return row
  },

  async accountNumber(db: Queryable, fleetId: number): Promise<string | null> {
    const [row] = await db.query<{ number: string | null }>(
      sql`select fuel_card_account_number as number from fleets where id = ${fleetId}`,
    )
    return row?.number ?? null
  },

  /** Returns the current account number and locks the fleet until the transaction ends. */
  async lockAccountNumber(tx: Transaction, fleetId: number): Promise<string | null> {
    const [row] = await tx.query<{ number: string | null }>(
      sql`select fuel_card_account_number as number from fleets where id = ${fleetId} for no key update`,
    )
    return row?.number ?? null
  },

  async setAccountNumber(tx: Transaction, fleetId: number, number: string): Promise<void> {
    await tx.query(sql`update fleets set fuel_card_account_number = ${number} where id = ${fleetId}`)
  },
}
