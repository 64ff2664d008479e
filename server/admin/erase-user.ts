import pg from 'pg'
import { type Database, disableTimeouts, type Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { insertAudit } from '#server/modules/access/audit/audit.repository.ts'
import { resetCodeLimits, resetSignInLimits } from '#server/modules/access/session/sign-in-guard.ts'
import { usersRepository } from '#server/modules/access/users/users.repository.ts'
import { adminRepository } from './admin.repository.ts'
import { type KnownValues, knownValues, toLowerCase } from './known-values.ts'

/**
 * What happens to the rows of each column that refers to an erased user (decision 77). 'deleted': they are only about
 * the user. 'kept': they are records of the fleet, which name an erased user from then on. A test fails for a new column
 * without an entry.
 */
export const ERASURE: Record<string, 'deleted' | 'kept'> = {
  'bulk_actions.user_id': 'deleted',
  'client_heartbeats.user_id': 'deleted',
  'devices.user_id': 'deleted',
  'favorite_shops.user_id': 'deleted',
  // They store responses of the server, which may contain personal data.
  'idempotency_keys.user_id': 'deleted',
  'otp_challenges.user_id': 'deleted',
  'password_resets.user_id': 'deleted',
  'payment_method_users.user_id': 'deleted',
  'reminders.user_id': 'deleted',
  'report_subscriptions.user_id': 'deleted',
  'saved_views.user_id': 'deleted',
  'sessions.user_id': 'deleted',
  'shell_customers.user_id': 'deleted',
  'sign_in_keys.user_id': 'deleted',
  'sign_in_trail.user_id': 'deleted',
  'sign_ups.user_id': 'deleted',
  'user_accounts.user_id': 'deleted',
  'user_approval_fleets.user_id': 'deleted',
  'vehicle_drivers.user_id': 'deleted',
  'audit_trail.subject_id': 'kept',
  'audit_trail.user_id': 'kept',
  'bulk_upsertions.user_id': 'kept',
  'command_trail.user_id': 'kept',
  'customers_promotions.user_id': 'kept',
  'deleted_vehicles.deleted_by': 'kept',
  'glovebox_items.created_by': 'kept',
  'glovebox_items.updated_by': 'kept',
  'manual_maintenance_histories.created_by': 'kept',
  'manual_maintenance_histories.updated_by': 'kept',
  'odometer_readings.user_id': 'kept',
  'odometer_readings.voided_by': 'kept',
  'order_notes.created_by': 'kept',
  'payment_activities.user_id': 'kept',
  'payment_methods.owner_id': 'kept',
  'payment_refunds.requested_by': 'kept',
  'payments.requested_by': 'kept',
  'service_marks.user_id': 'kept',
  'shop_links.created_by': 'kept',
  'shop_order_activity_items.acting_user_id': 'kept',
  'shop_orders.approver_id': 'kept',
  'shop_orders.originator_id': 'kept',
  'shop_orders.proposed_by': 'kept',
  'users.id': 'kept',
  'vehicle_transfers.user_id': 'kept',
}

/** Fields of users whose values the audit trail forgets, by their names in the contract and in the database. */
const PERSONAL = [
  'firstName',
  'lastName',
  'name',
  'email',
  'cellPhone',
  'other_id',
  'first_name',
  'last_name',
  'cell_phone',
  'address',
  'city',
  'state',
  'zip',
  'garaging_zip',
]

interface Target extends KnownValues {
  id: number
  fleet_id: number
  /** The fleets where the user may have worked. A namesake of another company keeps the name. */
  fleets: number[]
}

/** Counts the rows about a user that an erasure deletes and those that it keeps, by column. */
export async function countErasure(db: Database, userId: number) {
  return db.system(async (tx) => {
    // Some columns that refer to users have no index.
    await disableTimeouts(tx)
    const counts: { column: string; rows: number; outcome: string }[] = []
    for (const { table, column } of await adminRepository.referencesToUsers(tx)) {
      const found = (await adminRepository.rowsReferring(tx, { table, column }, userId)).length
      const name = `${table}.${column}`
      if (found > 0) counts.push({ column: name, rows: found, outcome: ERASURE[name] ?? 'kept' })
    }
    const customers = (await adminRepository.gatewayCustomers(tx, userId)).length
    if (customers > 0)
      counts.push({ column: 'customers at the card gateway', rows: customers, outcome: 'kept' })
    const messages = (await adminRepository.messagesTo(tx, await knownValues(tx, userId))).length
    return messages > 0
      ? [...counts, { column: 'mails, text_messages', rows: messages, outcome: 'deleted' }]
      : counts
  })
}

/**
 * Erases a person: ends their sessions, deletes what is only about them, and makes the rest anonymous, all in one
 * transaction. The audit trail keeps that something was changed, but forgets the personal values. Returns the fleets whose
 * records may have named the user.
 */
export function eraseUser(db: Database, userId: number): Promise<number[]> {
  return db.system(async (tx) => {
    // The stored responses are searched without an index.
    await disableTimeouts(tx)
    const [locked] = await tx.query<Pick<Target, 'id' | 'fleet_id'>>(
      sql`select id, fleet_id from users where id = ${userId} for update`,
    )
    if (!locked) throw new Error(`User ${userId} is missing.`)
    const fleets = await fleetsOf(tx, userId)
    const user: Target = { ...locked, fleets, ...(await knownValues(tx, userId)) }
    if (user.fleet_id !== null)
      await usersRepository.setVehicles(tx, { id: userId, fleetId: user.fleet_id }, [])
    for (const email of user.emails) {
      await resetSignInLimits(tx, email)
      await adminRepository.clearResetRequests(tx, email)
    }
    await resetCodeLimits(tx, userId)
    await deleteMessages(tx, user)
    await usersRepository.erase(tx, user)
    await tx.query(sql`
      update users set first_name = 'Erased', last_name = 'user ' || id, time_zone = null where id = ${userId}`)
    await tx.query(sql`
      update payment_methods set email = null, cardholder_name = null, billing_address = null, billing_zip = null
      where owner_id = ${userId}`)
    await tx.query(
      sql`update deleted_vehicles set deleted_by_name = 'Erased user ' || ${userId}::bigint where deleted_by = ${userId}`,
    )
    await forgetInResponses(tx, user)
    await forgetInAudit(tx, user)
    if (user.fleet_id !== null)
      await insertAudit(tx, { fleetId: user.fleet_id, userId, act: 'user.deleted', subjectId: userId })
    for (const [name, then] of Object.entries(ERASURE))
      if (then === 'deleted') await deleteRows(tx, name, userId)
    return fleets
  })
}

/** The names come from the table above. */
async function deleteRows(tx: Transaction, name: string, userId: number): Promise<void> {
  const [table = '', column = ''] = name.split('.')
  const text = `delete from ${pg.escapeIdentifier(table)} where ${pg.escapeIdentifier(column)} = $1`
  await tx.query({ text, values: [userId] })
}

async function deleteMessages(tx: Transaction, { id, emails, phones }: Target): Promise<void> {
  await tx.query(sql`delete from mails where lower(recipient) = any(${toLowerCase(emails)}::text[])`)
  await tx.query(sql`delete from text_messages where recipient = any(${phones}::text[])`)
  await tx.query(sql`delete from sign_up_codes where lower(email) = any(${toLowerCase(emails)}::text[])`)
  await tx.query(sql`delete from sign_in_lockouts where user_id = ${id}`)
}

/**
 * Removes the user from the responses that are stored for repeated requests of others. Those of user calls are deleted:
 * they are the whole user. The others keep their keys, so that a phone that sends an entry again does not create it twice.
 */
async function forgetInResponses(tx: Transaction, user: Target): Promise<void> {
  const { id, fleets, emails, names, phones } = user
  const text = sql`body #>> '{}'`
  await tx.query(sql`
    delete from idempotency_keys where fleet_id = any(${fleets}::bigint[]) and route like '%/fleet_users%'
      and ((body #>> '{}')::jsonb ->> 'id' = ${String(id)}
        or exists (select from unnest(${emails}::text[]) e (email) where position(e.email in ${text}) > 0))`)
  // Only whole values.
  const replacements = [
    ...names.map((name) => ({ from: JSON.stringify(name), to: JSON.stringify(`Erased user ${id}`) })),
    ...emails.map((email) => ({ from: JSON.stringify(email), to: JSON.stringify(`deleted:${id}`) })),
    ...phones.map((phone) => ({ from: JSON.stringify(phone), to: JSON.stringify('') })),
  ]
  for (const table of [sql`idempotency_keys`, sql`shop_idempotency_keys`])
    for (const { from, to } of replacements)
      await tx.query(sql`
        update ${table} set body = to_jsonb(replace(${text}, ${from}, ${to}))
        where fleet_id = any(${fleets}::bigint[]) and position(${from} in ${text}) > 0`)
}

/**
 * Returns the user's fleet, those of their company and accounts, and those where they worked: a deletion in the app
 * removes the accounts.
 */
async function fleetsOf(tx: Transaction, userId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select f.id from users u join fleets f on f.id = u.fleet_id or f.affiliation_id = u.affiliation_id
    where u.id = ${userId}
    union select f.id from user_accounts ua join fleets f on f.account_id = ua.account_id where ua.user_id = ${userId}
    union select fleet_id from shop_orders where ${userId}::bigint in (originator_id, approver_id, proposed_by)
    union select fleet_id from shop_order_activity_items where acting_user_id = ${userId}
    union select fleet_id from order_notes where created_by = ${userId}
    union select fleet_id from manual_maintenance_histories where ${userId}::bigint in (created_by, updated_by)
    union select fleet_id from glovebox_items where ${userId}::bigint in (created_by, updated_by)
    union select fleet_id from idempotency_keys where user_id = ${userId}`)
  return rows.map(({ id }) => id)
}

/** A trigger refuses every change of the trail. Only the owner of the table, as which this runs, can lift it. */
async function forgetInAudit(tx: Transaction, user: Target): Promise<void> {
  await tx.query(sql`alter table audit_trail disable trigger only_added_to`)
  await tx.query(sql`
    update audit_trail set changes = (
      select coalesce(jsonb_agg(case when c ->> 'field' = any(${PERSONAL}::text[])
        then c || '{"from": null, "to": null}' else c end order by n), '[]')
      from jsonb_array_elements(changes) with ordinality e (c, n))
    where subject_id = ${user.id} and changes <> '[]'`)
  await forgetInPolicies(tx, user)
  await tx.query(sql`alter table audit_trail enable trigger only_added_to`)
}

/** Entries about policies name their users. */
async function forgetInPolicies(tx: Transaction, user: Target): Promise<void> {
  const isNamed = sql`c ->> 'field' = 'user_ids' and (c -> 'from' ?| ${user.names}::text[] or c -> 'to' ?| ${user.names}::text[])`
  const without = (names: Query) => sql`case when jsonb_typeof(${names}) = 'array' then (
    select jsonb_agg(case when name = any(${user.names}::text[]) then 'Erased user ' || ${user.id}::bigint else name end order by i)
    from jsonb_array_elements_text(${names}) with ordinality l (name, i)) else ${names} end`
  await tx.query(sql`
    update audit_trail set changes = (
      select jsonb_agg(case when ${isNamed}
        then c || jsonb_build_object('from', ${without(sql`c -> 'from'`)}, 'to', ${without(sql`c -> 'to'`)})
        else c end order by n)
      from jsonb_array_elements(changes) with ordinality e (c, n))
    where act like 'policy.%' and fleet_id = any(${user.fleets}::bigint[])
      and exists (select from jsonb_array_elements(changes) c where ${isNamed})`)
}
