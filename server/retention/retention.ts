import { type Query, sql } from '#server/db/sql.ts'
import { HEARTBEATS_KEEP_DAYS, IDEMPOTENCY_KEEP_DAYS, SIGN_IN_TRAIL_KEEP_DAYS } from '#server/limits.ts'

/** How long rows of a table are kept. `expired`: the condition under which the hourly clean-up deletes a row. */
export interface Retention {
  keeps: string
  expired?: Query
}

const olderThan = (column: Query, days: number) => sql`${column} < now() - make_interval(days => ${days})`
const AT_EXPIRY: Retention = { keeps: 'until it expires', expired: sql`expires_at < now()` }
const MESSAGE_DAYS = 31
/** Keys that were sent again lately stay. The first condition uses the index. */
const KEYS: Retention = {
  keeps: `${IDEMPOTENCY_KEEP_DAYS} days after the last request with the key, for devices that were offline`,
  expired: sql`${olderThan(sql`created_at`, IDEMPOTENCY_KEEP_DAYS)}
    and ${olderThan(sql`coalesce(replayed_at, created_at)`, IDEMPOTENCY_KEEP_DAYS)}`,
}
/** A test fails for a table of which a purged fleet has rows. */
export const WITH_FLEET: Retention = { keeps: 'as long as the fleet' }
const WITH_VEHICLE: Retention = { keeps: 'as long as the vehicle' }
const WITH_USER: Retention = { keeps: 'as long as the user' }
const RECORD: Retention = { keeps: 'always: a record of money, also after the fleet is deleted' }
const REFERENCE: Retention = { keeps: 'always: reference data' }
const WITH_BULK: Retention = { keeps: 'as long as its upload or action' }

/**
 * Every table of the database. A new table is added here; a test fails until it is, so that no table grows forever by
 * accident. docs/operate/retention.md is generated from this.
 */
export const RETENTION: Record<string, Retention> = {
  accounts: REFERENCE,
  addresses: WITH_FLEET,
  affiliations: REFERENCE,
  agreed_prices: REFERENCE,
  attempts: {
    keeps: '2 days after its window',
    expired: olderThan(sql`window_start`, 2),
  },
  audit_trail: { keeps: 'always: append-only; erasing a user removes personal values' },
  bulk_action_items: WITH_BULK,
  bulk_actions: { keeps: '31 days, but not before it has ended; then as long as its undo' },
  bulk_upsertion_parts: { keeps: 'until its upload ends' },
  bulk_upsertion_rows: WITH_BULK,
  bulk_upsertions: { keeps: '90 days' },
  captcha_passes: AT_EXPIRY,
  card_sandbox: { keeps: 'as long as the local card gateway is used; empty with a real one' },
  client_heartbeats: {
    keeps: `${HEARTBEATS_KEEP_DAYS} days after the device was seen`,
    expired: olderThan(sql`seen_at`, HEARTBEATS_KEEP_DAYS),
  },
  command_trail: { keeps: 'always: append-only' },
  customers_promotions: RECORD,
  deleted_vehicle_rows: { keeps: 'as long as its deleted vehicle' },
  deleted_vehicles: { keeps: '30 days, during which they can be restored' },
  devices: AT_EXPIRY,
  documents: {
    keeps: 'as long as the vehicle, order or entry; files without a document are removed nightly',
  },
  favorite_shops: WITH_USER,
  fleet_links: WITH_FLEET,
  fleet_tallies: { keeps: 'one row per fleet, after the hourly clean-up' },
  fleets: { keeps: 'until it is deleted; then its name stays for orders and payments' },
  former_vehicles: { keeps: 'always: where a transferred vehicle went, so that late entries follow it' },
  gateway_notifications: { keeps: '400 days' },
  glovebox_items: WITH_VEHICLE,
  history_services: WITH_VEHICLE,
  idempotency_keys: KEYS,
  interval_completions: WITH_VEHICLE,
  mails: {
    keeps: `${MESSAGE_DAYS} days; codes and links are blanked after use`,
    expired: olderThan(sql`created_at`, MESSAGE_DAYS),
  },
  maintenance_intervals: WITH_VEHICLE,
  maintenance_policies: WITH_FLEET,
  manual_maintenance_histories: WITH_VEHICLE,
  model_recalls: { keeps: 'until the nightly refresh' },
  network_prices: { keeps: 'until the nightly refresh' },
  odometer_readings: WITH_VEHICLE,
  open_orders: { keeps: 'until the order ends' },
  order_day_totals: RECORD,
  order_notes: RECORD,
  order_services: RECORD,
  otp_challenges: { keeps: '1 day after it expires', expired: olderThan(sql`expires_at`, 1) },
  password_resets: AT_EXPIRY,
  payment_activities: RECORD,
  payment_disputes: RECORD,
  payment_method_users: WITH_FLEET,
  payment_methods: {
    keeps:
      'always: a record of money; without personal data once it was removed, except the address of a PayPal account, which stays as long as the fleet',
  },
  payment_refunds: RECORD,
  payments: RECORD,
  promotions: REFERENCE,
  recall_lookups: { keeps: 'one row per model' },
  reminders: { keeps: '90 days after it was sent' },
  report_subscriptions: {
    keeps: 'as long as the user; 31 days after it was ended',
    expired: olderThan(sql`ended_at`, 31),
  },
  saved_views: WITH_USER,
  schedule_items: { keeps: 'as long as its template or vehicle' },
  schedule_templates: { keeps: 'as long as the fleet; those of the installation always' },
  secrets: { keeps: 'always: keys of the installation' },
  server_meta: { keeps: 'always: one row' },
  service_definitions: REFERENCE,
  service_demand: { keeps: 'until the nightly refresh' },
  service_marks: WITH_VEHICLE,
  sessions: AT_EXPIRY,
  settlement_files: RECORD,
  settlement_lines: RECORD,
  shell_customers: { keeps: '7 days after it expires', expired: olderThan(sql`expires_at`, 7) },
  shop_company_settings: REFERENCE,
  shop_idempotency_keys: KEYS,
  shop_links: RECORD,
  shop_order_activity_items: RECORD,
  shop_orders: RECORD,
  shop_sessions: { keeps: 'as long as its link' },
  shops: REFERENCE,
  sign_in_keys: AT_EXPIRY,
  sign_in_lockouts: {
    keeps: '2 days',
    expired: olderThan(sql`greatest(failed_at, mailed_at)`, 2),
  },
  sign_in_trail: {
    keeps: `${SIGN_IN_TRAIL_KEEP_DAYS} days`,
    expired: olderThan(sql`at`, SIGN_IN_TRAIL_KEEP_DAYS),
  },
  sign_in_tries: { keeps: '2 days', expired: olderThan(sql`greatest(failed_at, succeeded_at)`, 2) },
  sign_up_codes: AT_EXPIRY,
  sign_up_customers: {
    keeps: 'until the fleet is created, or the card gateway has removed the customer a day later',
  },
  sign_ups: { keeps: 'always: which terms were accepted' },
  subscription_months: RECORD,
  sync_changes: {
    keeps: 'one row per record, so that a device can ask what was deleted, however late it asks',
  },
  telematics_feeds: WITH_FLEET,
  telematics_snapshots: WITH_VEHICLE,
  telematics_sync_events: { keeps: '400 days', expired: olderThan(sql`finished_at`, 400) },
  text_messages: { keeps: `${MESSAGE_DAYS} days`, expired: olderThan(sql`created_at`, MESSAGE_DAYS) },
  tickets: AT_EXPIRY,
  upload_parts: { keeps: '7 days after the last part of a file' },
  user_accounts: WITH_USER,
  user_approval_fleets: WITH_USER,
  users: { keeps: 'until the fleet is deleted, or their data is erased' },
  vehicle_drivers: WITH_VEHICLE,
  vehicle_schedules: WITH_VEHICLE,
  vehicle_tallies: { keeps: 'a few rows per fleet, after the hourly clean-up' },
  vehicle_texts: WITH_VEHICLE,
  vehicle_transfer_rows: { keeps: 'as long as its transfer' },
  vehicle_transfers: { keeps: 'always: which vehicle moved between which fleets' },
  vehicles: { keeps: 'until it is deleted; then 30 days among the deleted vehicles' },
}
