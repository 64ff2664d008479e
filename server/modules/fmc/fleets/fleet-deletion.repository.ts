import type { FleetDeletion } from '#contract/fmc/fleets.ts'
import { OPEN_STATUSES } from '#domain/orders/order-rules.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { fmcRoles } from '../../access/users/user-scope.ts'

const OPEN = sql`status = any(${[...OPEN_STATUSES]}::text[])`
/** An order that stays with the company: finished, or with a payment. */
const RETAINED = sql`(o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred')
  or exists (select from payments p where p.order_id = o.id))`

type Counts = FleetDeletion['removes'] &
  FleetDeletion['keeps'] & {
    name: string
    rev: number
    open_orders: number
    running_payments: number
    orders_in_review: number
    unpaid_subscription_months: number
    company_staff: number
    users_with_other_fleets: number
  }

export const fleetDeletionRepository = {
  async counts(db: Queryable, fleetId: number): Promise<Counts | undefined> {
    const [row] = await db.query<Counts>(sql`
      select f.name, f.rev,
        (select count(*) from shop_orders where fleet_id = f.id and ${OPEN}) as open_orders,
        (select count(*) from payments where fleet_id = f.id and status in ('requested', 'unknown', 'authorized'))
          + (select count(*) from payment_refunds where fleet_id = f.id and status = 'requested') as running_payments,
        (select count(*) from shop_orders where fleet_id = f.id and status = 'paid_deferred')
          + (select count(*) from payment_disputes where fleet_id = f.id and status = 'open') as orders_in_review,
        (select count(*) from subscription_months where fleet_id = f.id and status in ('open', 'failed'))
          as unpaid_subscription_months,
        (select count(*) from users u where u.fleet_id = f.id and u.deleted_at is null
          and (u.roles && ${fmcRoles} or 'Super Admin' = any(u.roles))) as company_staff,
        (select count(*) from users u where u.fleet_id = f.id and u.deleted_at is null and u.is_active
          and u.id in (select ua.user_id from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
            join fleets x on x.account_id = a.id and x.id <> f.id and x.deleted_at is null)) as users_with_other_fleets,
        (select count(*) from users where fleet_id = f.id and deleted_at is null) as users,
        (select count(*) from vehicles where fleet_id = f.id) as vehicles,
        (select count(*) from documents where fleet_id = f.id and deleted_at is null and order_id is null) as documents,
        (select count(*) from manual_maintenance_histories where fleet_id = f.id and deleted_at is null)
          as maintenance_histories,
        (select count(*) from maintenance_policies where fleet_id = f.id) as policies,
        (select count(*) from payment_methods where fleet_id = f.id and removed_at is null) as payment_methods,
        (select count(*) from shop_orders o where o.fleet_id = f.id and ${RETAINED}) as orders,
        (select count(*) from payment_activities where fleet_id = f.id) as transactions
      from fleets f where f.id = ${fleetId}`)
    return row
  },

  openOrders(db: Queryable, fleetId: number): Promise<FleetDeletion['open_orders']> {
    return db.query(sql`
      select o.id, v.display_name as vehicle_name, o.status
      from shop_orders o join vehicles v on v.id = o.vehicle_id
      where o.fleet_id = ${fleetId} and o.status = any(${[...OPEN_STATUSES]}::text[]) order by o.appointment_datetime, o.id limit 10`)
  },

  /** Hides the fleet, ends its subscription, and signs all users out. Names of users remain on what they did. */
  async hide(tx: Transaction, fleetId: number): Promise<void> {
    await tx.query(sql`
      update fleets set deleted_at = now(), rev = rev + 1, subscribed_from = null, telematics_database = null
      where id = ${fleetId}`)
    const ofFleet = sql`(select id from users where fleet_id = ${fleetId})`
    await tx.query(sql`delete from sessions where fleet_id = ${fleetId} or user_id in ${ofFleet}`)
    await tx.query(sql`delete from devices where user_id in ${ofFleet}`)
    await tx.query(sql`delete from otp_challenges where user_id in ${ofFleet}`)
    await tx.query(sql`delete from password_resets where user_id in ${ofFleet}`)
    await tx.query(sql`delete from sign_in_keys where user_id in ${ofFleet}`)
    await tx.query(sql`delete from report_subscriptions where fleet_id = ${fleetId} or user_id in ${ofFleet}`)
    await tx.query(sql`delete from user_accounts where user_id in ${ofFleet}`)
    await tx.query(sql`delete from user_approval_fleets where fleet_id = ${fleetId} or user_id in ${ofFleet}`)
    await tx.query(sql`
      update users set is_active = false, deleted_at = now(), email = 'deleted:' || id, password_hash = null,
        cell_phone = null, address = null, city = null, state = null, garaging_zip = null, zip = null, other_id = null,
        rev = rev + 1
      where fleet_id = ${fleetId} and deleted_at is null`)
    await tx.query(sql`
      update payment_methods set removed_at = now(), is_default = false, rev = rev + 1
      where fleet_id = ${fleetId} and removed_at is null`)
    await tx.query(
      sql`update shop_links set revoked_at = now() where fleet_id = ${fleetId} and revoked_at is null`,
    )
  },

  /**
   * Purges a batch of vehicles of a deleted fleet, after the id `after`. Vehicles without retained orders are removed; of
   * the others everything except those orders. Returns the last id, null if there was none. A cleanup job removes
   * unreferenced files.
   */
  async purgeVehicles(tx: Transaction, fleetId: number, after: number, size: number): Promise<number | null> {
    const batch = await tx.query<{ id: number; is_retained: boolean }>(sql`
      select v.id, exists (select from shop_orders o where o.vehicle_id = v.id and ${RETAINED}) as is_retained
      from vehicles v join fleets f on f.id = v.fleet_id and f.deleted_at is not null
      where v.fleet_id = ${fleetId} and v.id > ${after} order by v.id limit ${size}`)
    const idsWhere = (isRetained: boolean) =>
      batch.filter((v) => v.is_retained === isRetained).map(({ id }) => id)
    const retained = idsWhere(true)
    await tx.query(sql`
      delete from vehicles where fleet_id = ${fleetId} and id = any(${idsWhere(false)}::bigint[])`)
    const ofRetained = sql`fleet_id = ${fleetId} and vehicle_id = any(${retained}::bigint[])`
    await tx.query(sql`delete from vehicle_drivers where ${ofRetained}`)
    await tx.query(sql`delete from glovebox_items where ${ofRetained}`)
    await tx.query(sql`delete from manual_maintenance_histories where ${ofRetained}`)
    await tx.query(sql`delete from odometer_readings where ${ofRetained}`)
    await tx.query(sql`delete from maintenance_intervals where ${ofRetained}`)
    await tx.query(sql`delete from interval_completions where ${ofRetained}`)
    await tx.query(sql`delete from service_marks where ${ofRetained}`)
    await tx.query(sql`delete from vehicle_schedules where ${ofRetained}`)
    await tx.query(sql`delete from telematics_snapshots where ${ofRetained}`)
    await tx.query(sql`
      update vehicles set is_active = false, geotab_device_id = null, address_id = null, rev = rev + 1, updated_at = now()
      where fleet_id = ${fleetId} and id = any(${retained}::bigint[])`)
    return batch.at(-1)?.id ?? null
  },

  /** Removes the retained rows of a fleet, and marks it as purged. */
  async finishPurge(tx: Transaction, fleetId: number): Promise<void> {
    await tx.query(sql`delete from deleted_vehicles where fleet_id = ${fleetId}`)
    await tx.query(sql`delete from maintenance_policies where fleet_id = ${fleetId}`)
    await tx.query(sql`delete from fleet_links where fleet_id = ${fleetId}`)
    await tx.query(sql`delete from favorite_shops where fleet_id = ${fleetId}`)
    await tx.query(sql`delete from addresses where fleet_id = ${fleetId}`)
    await tx.query(sql`delete from schedule_items where fleet_id = ${fleetId}`)
    await tx.query(sql`delete from schedule_templates where fleet_id = ${fleetId}`)
    await tx.query(sql`delete from telematics_feeds where fleet_id = ${fleetId}`)
    await tx.query(sql`
      delete from saved_views where fleet_id = ${fleetId} or user_id in (select id from users where fleet_id = ${fleetId})`)
    // Payments refer to their methods, which the gateway's vault may still have.
    await tx.query(sql`delete from payment_method_users where fleet_id = ${fleetId}`)
    await tx.query(sql`
      update payment_methods set name = null, cardholder_name = null, billing_address = null, billing_zip = null, email = null
      where fleet_id = ${fleetId}`)
    await tx.query(sql`update fleets set purged_at = now() where id = ${fleetId}`)
  },

  /**
   * Removes what a server of an earlier version left during an upgrade: data of purged fleets, and personal data of removed
   * payment methods. Idempotent.
   */
  async removeLeftovers(db: Queryable): Promise<void> {
    await db.query(sql`
      delete from telematics_feeds t using fleets f where f.id = t.fleet_id and f.purged_at is not null`)
    await db.query(sql`
      delete from saved_views where fleet_id in (select id from fleets where purged_at is not null)
        or user_id in (select u.id from users u join fleets f on f.id = u.fleet_id where f.purged_at is not null)`)
    await db.query(sql`
      delete from payment_method_users x using payment_methods m where m.id = x.method_id and m.removed_at is not null`)
    await db.query(sql`
      update payment_methods m set name = null, cardholder_name = null, billing_address = null, billing_zip = null,
        email = case when m.type = 'paypal_account' and f.purged_at is null then m.email end
      from fleets f where f.id = m.fleet_id and m.removed_at is not null
        and (num_nonnulls(m.name, m.cardholder_name, m.billing_address, m.billing_zip) > 0
          or (m.email is not null and (m.type <> 'paypal_account' or f.purged_at is not null)))`)
  },

  /** Deleted fleets that are not purged yet. Index: fleets_to_purge. */
  async toPurge(db: Queryable): Promise<number[]> {
    const rows = await db.query<{ id: number }>(
      sql`select id from fleets where deleted_at is not null and purged_at is null order by deleted_at`,
    )
    return rows.map(({ id }) => id)
  },
}
