// One valid request for every call of the contract, used by the authorization matrix and the bad-input tests.
import { randomUUID } from 'node:crypto'
import { traverseContractProcedures } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import type { CallMeta } from '#contract/core/route.ts'
import { isFmc, type Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import { hashToken } from '#server/modules/access/session/tokens.ts'
import { PASSWORD } from '#tests/support/builders.ts'
import { dataUrlOf, fileOf, manyRows } from '#tests/support/bulk-files.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory, otherRows } from '#tests/support/entries.ts'
import { aPdf, manifestOf } from '#tests/support/files.ts'
import { anOpenOrder, openOrderOf } from '#tests/support/orders.ts'
import type { TestServer } from '#tests/support/server.ts'

/** Marker in texts of other fleets, which no response may contain. */
export const CANARY = 'canary-7f3a'

/** Targets of a request, created for each, so that it may change or delete them. */
export interface Target {
  fleetId: number
  vehicleId: number
  userId: number
  /** Drivers of the vehicle. */
  driverIds: number[]
  serviceId: number
  /** A shop of the fleet's country. */
  shopId: number
  /** A manual history with one stored and one awaited invoice. */
  history(): Promise<Entry>
  /** Id of another session of the user. */
  session(): Promise<string>
  /** A driver license with one stored and one awaited file. */
  gloveboxItem(): Promise<Entry>
  /** An open order that an owner requested. */
  order(): Promise<{ id: number }>
  /** Cancels the order from `order`, so that the vehicle can be booked. */
  closeOrder(): Promise<unknown>
  /** Another vehicle like the target, to be deleted. */
  spareVehicle(): Promise<{ id: number }>
  /** A deleted vehicle of the fleet that can be restored. */
  deletedVehicle(): Promise<{ id: number }>
  /** A driver of the fleet who was invited and has not set a password. */
  colleague(): Promise<{ id: number }>
  /** Id of a reading of the vehicle's odometer. */
  reading(): Promise<string>
  /** A payment method that the user added, neither the default nor in use. */
  paymentMethod(): Promise<{ id: number }>
  /** Another fleet of the same management company, without vehicles. */
  spareFleet(): Promise<{ id: number }>
  /** A link in the avatar menu of such a fleet. */
  quickLink(): Promise<{ id: number; fleetId: number }>
  /** A maintenance policy, to be changed or deleted. */
  policy(): Promise<{ id: number }>
  /** An interval that was added to the vehicle's schedule. */
  addedInterval(): Promise<{ id: number }>
  /** A finished bulk upload with a refused row; none is in progress in the fleet. */
  upload(): Promise<string>
}
export interface Entry {
  id: string
  body: Record<string, unknown>
  stored: string
  awaited: string
}

export interface Sample {
  method: string
  path: string
  body?: unknown
  bytes?: Buffer<ArrayBuffer>
}
interface Case {
  sample(target: Target): Promise<Sample> | Sample
  /** The result if the target is not visible: 404, omitted from a list, or the call has no target. */
  outOfSight: 'not found' | 'left out' | 'no target'
  /** Status of success. */
  status?: number
  /** A driver may do it only to their own entries; the sample's belongs to another user. */
  isForDriversOwn?: true
  /** It concerns only the actor, and no vehicle. */
  isAboutUser?: true
  /** It concerns the fleet, so no vehicle of it is hidden from anyone. */
  isAboutFleet?: true
}

/** The bytes of every awaited document. */
const AWAITED = aPdf('awaited')

const get = (path: string): Sample => ({ method: 'GET', path: `/api/v4${path}` })
const getV6 = (path: string): Sample => ({ method: 'GET', path: `/api/v6${path}` })
const noTarget = (sample: Sample): Case => ({ sample: () => sample, outOfSight: 'no target' })
/** A view that does not exist; tests/api/home/saved-views.test.ts has those of others. */
const noView = (sample: Sample): Case => ({ ...noTarget(sample), status: 404 })
const about = (sample: Case['sample'], status = 200): Case => ({ sample, outOfSight: 'not found', status })
const aboutUser = (sample: Case['sample']): Case => ({ ...about(sample), isAboutUser: true })
const aboutFleet = (sample: Case['sample']): Case => ({ ...about(sample), isAboutFleet: true })
const aboutOrder = (sample: (orderId: number) => Sample): Case => ({
  ...about(async (t) => sample((await t.order()).id), 422),
  isForDriversOwn: true,
})
const aboutPayments = (path: string, body?: object): Case =>
  about(async (t) => ({ method: 'POST', path: `/api/v4/orders/${(await t.order()).id}/${path}`, body }), 409)
const aboutTime = ({ method, body, status }: { method: string; body?: object; status: number }): Case => ({
  ...about(async (t) => ({ method, path: `/api/v4/orders/${(await t.order()).id}/proposal`, body }), status),
  isForDriversOwn: true,
})
/**
 * A call for shops. No signed-in user is a shop, whatever their permissions (tests/api/orders/shop-links.test.ts covers
 * the shop itself).
 */
const ofShop = (sample: Sample): Case => ({ ...noTarget(sample), status: 401 })
const aPolicy = (t: Target) => ({
  fleet_id: t.fleetId,
  amount: '250.00',
  service_definition_ids: [t.serviceId],
  user_ids: [],
  vehicle_ids: [],
  all_vehicles: true,
  auto_approvable: true,
})
const LINK = '/api/v4/shop_links/1'
const METHODS = '/api/v4/braintree_payment_methods'
const billing = { name: 'Fuel', billing_address: '1 Main St', billing_zip: '43215', email: 'ada@example.com' }
const quickLink = { name: 'Fuel portal', description: 'Fuel cards', link: 'https://fuel.example/' }
const HISTORIES = '/api/v4/manual_maintenance_histories'
const ITEMS = '/api/v4/glovebox_items'
const UPLOADS = '/api/v4/vehicles/bulk_upsertions'
const BULK_ACTIONS = '/api/v4/bulk_actions'
/** A bulk action that every role may do, on a vehicle that does not exist. */
const A_BULK_ACTION = { action: 'snooze', weeks: 1, vehicle_ids: [999_999_999] }
const TRANSFERS = '/api/v4/vehicles/transfer_vehicles'
/** Fleets that do not exist. */
const A_TRANSFER = { vehicle_ids: [999999999], old_fleet_ids: [999999998], new_fleet_id: 999999999 }
const credentials = { email: 'nobody@example.com', password: 'wrong password' }

/** By the call's name in the contract. */
export const CASES: Record<string, Case> = {
  'session.create': noTarget({ method: 'POST', path: '/api/v4/sessions', body: credentials }),
  'session.checkKey': noTarget({
    method: 'POST',
    path: '/api/v4/sessions/check_key',
    body: { key: 'no key' },
  }),
  'session.sendOtp': noTarget({ method: 'POST', path: '/api/v4/sessions/send_otp', body: credentials }),
  'session.destroy': noTarget({ method: 'DELETE', path: '/api/v4/shell_sessions' }),
  'passwords.forgot': {
    ...noTarget({
      method: 'POST',
      path: '/api/v4/customers/reset_password',
      body: { email: credentials.email },
    }),
    status: 404,
  },
  'passwords.reset': {
    ...noTarget({
      method: 'PUT',
      path: '/api/v4/customers/reset_password',
      body: { newPassword: PASSWORD, newPasswordConfirmation: PASSWORD, resetToken: 'never-sent' },
    }),
    status: 410,
  },
  'passwords.change': noTarget({
    method: 'PUT',
    path: '/api/v4/customers/update_password',
    body: { currentPassword: PASSWORD, newPassword: PASSWORD, newPasswordConfirmation: PASSWORD },
  }),
  'preferences.show': aboutUser((t) => get(`/fleet_users/${t.userId}`)),
  'preferences.maintenance': aboutUser((t) => get(`/customers/${t.userId}/maintenance_preferences`)),
  'preferences.saveMaintenance': aboutUser((t) => ({
    method: 'PUT',
    path: `/api/v4/customers/${t.userId}/maintenance_preferences`,
    body: { preferences: { text_notification: false, email_notification: true, push_notification: false } },
  })),
  'users.list': noTarget(get('/fleet_users?search=a&per_page=5')),
  'users.fmc': noTarget(get('/fleet_fmc_users?search=a&per_page=5')),
  'users.show': aboutFleet(async (t) => get(`/fleets/${t.fleetId}/users/${(await t.colleague()).id}`)),
  'users.csv': noTarget(get('/fleet_users.csv?language=FR&download=true')),
  'users.create': {
    sample: () => ({
      method: 'POST',
      path: '/api/v4/fleet_users',
      body: { firstName: 'Bea', lastName: 'Guest', email: `${randomUUID()}@example.com`, roles: ['Driver'] },
    }),
    outOfSight: 'no target',
    status: 201,
  },
  'users.update': aboutUser((t) => ({
    method: 'PUT',
    path: `/api/v4/fleet_users/${t.userId}`,
    body: { firstName: 'Ada' },
  })),
  'users.destroy': aboutFleet(async (t) => ({
    method: 'DELETE',
    path: `/api/v4/fleet_users/${(await t.colleague()).id}`,
  })),
  'users.deactivate': aboutFleet(async (t) => ({
    method: 'PUT',
    path: `/api/v4/fleet_users/${(await t.colleague()).id}/deactivate`,
  })),
  'users.invite': aboutFleet(async (t) => ({
    method: 'POST',
    path: `/api/v4/fleet_users/${(await t.colleague()).id}/invitations`,
  })),
  'users.audit': noTarget(get('/user_changes?per_page=5')),
  'sentReminders.list': noTarget(get('/users/me/reminders')),
  'sentReminders.setTimeZone': noTarget({
    method: 'PUT',
    path: '/api/v4/users/me/time_zone',
    body: { time_zone: 'America/New_York' },
  }),
  'ownSessions.list': noTarget(get('/sessions')),
  'ownSessions.end': aboutUser(async (t) => ({
    method: 'DELETE',
    path: `/api/v4/sessions/${await t.session()}`,
  })),
  'ownSessions.endOthers': noTarget({ method: 'DELETE', path: '/api/v4/sessions' }),
  'signIns.list': noTarget(get('/sign_ins')),
  'partners.createKey': {
    ...noTarget({ method: 'POST', path: '/api/v6/partner_keys', body: { user_id: 1 } }),
    status: 401,
  },
  'partners.authLink': { ...noTarget(get('/partner_sessions/auth_link')), status: 404 },
  'captcha.question': noTarget(get('/captcha')),
  'signUp.create': noTarget({
    method: 'POST',
    path: '/api/v4/customers/fleet_signup',
    body: {
      companyName: 'Northgate Couriers',
      carCount: 3,
      firstName: 'Ada',
      lastName: 'Person',
      email: credentials.email,
      phoneNumber: '6145550100',
      zipCode: '43215',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      acceptedTermsAndConditions: true,
    },
  }),
  'signUp.sendOtp': noTarget({
    method: 'POST',
    path: '/api/v4/customers/fleet_signup/send_otp',
    body: { email: credentials.email },
  }),
  'shellCustomers.create': {
    ...noTarget({ method: 'POST', path: '/api/v6/shell_customers', body: { fleet_name: 'Northgate' } }),
    status: 401,
  },
  'shellCustomers.complete': {
    ...noTarget({
      method: 'PUT',
      path: '/api/v4/shell_customers/1',
      body: {
        email: credentials.email,
        firstName: 'Ada',
        lastName: 'Person',
        cellPhone: '6145550100',
        token: 'never-made',
      },
    }),
    status: 410,
  },
  'paymentMethods.list': noTarget(get('/braintree_payment_methods')),
  // The nonce is unknown, so nothing is stored.
  'paymentMethods.create': {
    ...noTarget({
      method: 'POST',
      path: METHODS,
      body: { nonce: 'stands-for-nothing', customer_ids: [], cardholder_name: 'Ada', ...billing },
    }),
    status: 422,
  },
  'paymentMethods.update': aboutFleet(async (t) => ({
    method: 'PUT',
    path: `${METHODS}/${(await t.paymentMethod()).id}`,
    body: { customer_ids: [], ...billing },
  })),
  'paymentMethods.destroy': aboutFleet(async (t) => ({
    method: 'DELETE',
    path: `${METHODS}/${(await t.paymentMethod()).id}`,
  })),
  'paymentMethods.setDefault': aboutFleet(async (t) => ({
    method: 'PUT',
    path: `${METHODS}/${(await t.paymentMethod()).id}/set_default`,
  })),
  'paymentMethods.mapping': aboutFleet((t) => get(`/fleets/${t.fleetId}/fleet_payment_mapping`)),
  'paymentMethods.saveMapping': aboutFleet((t) => ({
    method: 'PUT',
    path: `/api/v4/fleets/${t.fleetId}/fleet_payment_mapping`,
    body: { account_number: '0412345678901', isNew: false },
  })),
  'paymentMethods.clientToken': noTarget(get('/braintree_tokens/new')),
  'payments.ofOrder': about(async (t) => get(`/orders/${(await t.order()).id}/payments`)),
  // The order is open: nothing was captured, and nothing waits in manual review.
  'payments.refund': aboutPayments('refunds', { amount: '5.00', reason: 'Wrong part' }),
  'payments.retry': aboutPayments('payments/retry'),
  'payments.charge': aboutPayments('payments/charge', { payment_provider: 'WEX', payment_method_id: 1 }),
  'payments.settleOutside': aboutPayments('payments/settle_outside', { reason: 'Paid by check' }),
  // No month of a subscription is in manual review.
  'payments.retrySubscription': {
    ...noTarget({ method: 'POST', path: '/api/v4/subscription_months/2026-01-01/retry' }),
    status: 409,
  },
  'payments.manualReview': noTarget(get('/payments/manual_review?all_fleets=false&page=1&per_page=5')),
  'settlements.list': noTarget(get('/settlement_files?provider=WEX&page=1&per_page=5')),
  'settlements.download': { ...noTarget(get('/settlement_files/999999999/csv')), status: 404 },
  'transactions.list': noTarget(
    get('/payment_activities?start_date=2026-01-01&end_date=2026-01-31&page=1&per_page=4'),
  ),
  'transactions.csv': noTarget(
    get('/payment_activities.csv?start_date=2026-01-01&end_date=2026-01-31&language=fr'),
  ),
  'subscriptions.list': noTarget(
    get('/subscription_activities?start_date=2026-01-01&end_date=2026-12-31&page=1&per_page=4'),
  ),
  'subscriptions.csv': noTarget(
    get('/subscription_activities.csv?start_date=2026-01-01&end_date=2026-12-31&language=fr'),
  ),
  'reports.costs': noTarget(
    get('/reports/costs?by=shop&start_date=2026-01-01&end_date=2026-12-31&sort=-total&page=1&per_page=5'),
  ),
  'reports.costRows': noTarget(
    get('/reports/costs/rows?by=shop&start_date=2026-01-01&end_date=2026-12-31&key=1&page=1&per_page=5'),
  ),
  'reports.costsFile': noTarget(
    get('/reports/costs.csv?by=shop&start_date=2026-01-01&end_date=2026-12-31&sort=-total&language=fr'),
  ),
  'reports.costRowsFile': noTarget(
    get(
      '/reports/costs/rows.csv?by=shop&start_date=2026-01-01&end_date=2026-12-31&key=1&since_arrival=false&language=fr',
    ),
  ),
  'reports.downtime': noTarget(
    get('/reports/downtime?by=shop&start_date=2026-01-01&end_date=2026-12-31&sort=-days&page=1&per_page=5'),
  ),
  'reports.downtimeRows': noTarget(
    get('/reports/downtime/rows?by=shop&start_date=2026-01-01&end_date=2026-12-31&key=1&page=1&per_page=5'),
  ),
  'reports.downtimeFile': noTarget(
    get('/reports/downtime.csv?by=shop&start_date=2026-01-01&end_date=2026-12-31&sort=-days&language=fr'),
  ),
  'reports.downtimeRowsFile': noTarget(
    get('/reports/downtime/rows.csv?by=shop&start_date=2026-01-01&end_date=2026-12-31&key=1&language=fr'),
  ),
  'reports.compliance': noTarget(
    get(
      '/reports/compliance?by=vehicle&start_date=2026-01-01&end_date=2026-12-31&sort=-late&page=1&per_page=5',
    ),
  ),
  'reports.complianceRows': noTarget(
    get(
      '/reports/compliance/rows?by=vehicle&start_date=2026-01-01&end_date=2026-12-31&key=1&figure=late&page=1&per_page=5',
    ),
  ),
  'reports.complianceFile': noTarget(
    get(
      '/reports/compliance.csv?by=vehicle&start_date=2026-01-01&end_date=2026-12-31&sort=-late&language=fr',
    ),
  ),
  'reports.complianceRowsFile': noTarget(
    get(
      '/reports/compliance/rows.csv?by=vehicle&start_date=2026-01-01&end_date=2026-12-31&key=1&figure=late&language=fr',
    ),
  ),
  'reports.distanceCosts': noTarget(
    get('/reports/distance_costs?start_date=2026-01-01&end_date=2026-12-31&sort=-total&page=1&per_page=5'),
  ),
  'reports.distanceCostsFile': noTarget(
    get('/reports/distance_costs.csv?start_date=2026-01-01&end_date=2026-12-31&sort=-total&language=fr'),
  ),
  'transactions.show': { ...noTarget(get('/payment_activities/999999999')), status: 404 },
  'account.me': noTarget(get('/customers/me')),
  'account.setLanguage': aboutUser((t) => ({
    method: 'PUT',
    path: `/api/v4/customers/${t.userId}/language`,
    body: { language: 'en' },
  })),
  'fleet.me': noTarget(get('/fleets/me')),
  'fleet.show': aboutFleet((t) => get(`/fleets/${t.fleetId}`)),
  'fleet.update': aboutFleet((t) => ({
    method: 'PUT',
    path: `/api/v4/fleets/${t.fleetId}`,
    body: { databaseName: '' },
  })),
  'fleet.quickLinks': aboutFleet((t) => get(`/fleets/${t.fleetId}/quick_links`)),
  'fleet.accountFleets': {
    ...noTarget(get('/fleetcor_users/account_fleets?accountId=77000004')),
    status: 404,
  },
  'fleet.impersonate': aboutFleet((t) => ({
    method: 'PUT',
    path: '/api/v4/fleet_users/impersonate_fleet',
    body: { fleet_id: t.fleetId },
  })),
  'fleet.affiliation': noTarget(get('/affiliations/me')),
  'fleet.roles': noTarget(get('/roles?fmc=true')),
  'account.flags': noTarget(get('/feature_flags')),
  'tickets.create': {
    ...noTarget({ method: 'POST', path: '/api/v4/tickets', body: { purpose: 'download' } }),
    status: 201,
  },
  'services.list': noTarget(get('/services?basic=true&full_prices=true')),
  'places.states': noTarget(get('/states?country=CA&language=fr')),
  'shops.favorites': noTarget(get('/shops/favorites')),
  'shops.select': noTarget(get('/shops/select_shops?latitude=40&longitude=-83&page=1&per_page=5')),
  'shops.toggleFavorite': {
    ...noTarget({ method: 'POST', path: '/api/v4/shops/999999999/toggle_favorite', body: { value: true } }),
    status: 404,
  },
  'shops.show': { ...noTarget(get('/shops/999999999')), status: 404 },
  'shopRecord.show': { ...noTarget(get('/shops/999999999/record')), status: 404 },
  'shops.schedule': { ...noTarget(get('/shops/999999999/schedule?days=1&date=2026-01-01')), status: 404 },
  'services.search': about((t) => ({
    method: 'POST',
    path: '/api/v4/services/search',
    body: { query: 'x', vehicle_id: t.vehicleId },
  })),
  'services.priceEstimates': about((t) =>
    get(`/services/price_estimates?vehicle_id=${t.vehicleId}&shop_id=${t.shopId}&service_ids=${t.serviceId}`),
  ),
  // The shop has no such time, so nothing is booked; visibility is checked before.
  'orders.create': about(async (t) => {
    await t.closeOrder()
    return {
      method: 'POST',
      path: '/api/v4/orders',
      body: {
        vehicle_id: t.vehicleId,
        shop_id: t.shopId,
        order_services: [{ service_definition_id: t.serviceId }],
        appointment_datetime: '2026-01-01T00:00:01Z',
        po_number: 'PO 1',
        customer_comments: 'Fine',
        payment_method_availability: true,
        fault_codes: [{ id: 'P0420', name: 'Catalyst' }],
      },
    }
  }, 422),
  'orders.show': about(async (t) => get(`/orders/${(await t.order()).id}`)),
  'orders.update': {
    sample: async (t) => ({
      method: 'PUT',
      path: `/api/v4/orders/${(await t.order()).id}`,
      body: { po_number: 'PO 2' },
    }),
    outOfSight: 'not found',
    isForDriversOwn: true,
  },
  'approvals.queue': noTarget(get('/approvals?page=1&per_page=5')),
  'approvals.preview': about(async (t) => ({
    method: 'POST',
    path: `/api/v4/orders/${(await t.order()).id}/preview`,
    body: { priceAsApprovalsLogic: true },
  })),
  // No order has a service with that id; visibility is checked before.
  'approvals.setVanityLabel': about(
    async (t) => ({
      method: 'POST',
      path: `/api/v4/orders/${(await t.order()).id}/vanity`,
      body: { order_service_id: 999_999_999, vanity_label: 'Front brakes' },
    }),
    422,
  ),
  'approvals.notes': about(async (t) => get(`/notes?shop_order_id=${(await t.order()).id}`)),
  'approvals.addNote': about(
    async (t) => ({
      method: 'POST',
      path: '/api/v4/notes',
      body: { shop_order_id: (await t.order()).id, comment: 'Price agreed by phone' },
    }),
    201,
  ),
  'promotions.available': about(async (t) =>
    get(`/promotions/available?shopping_cart_id=${(await t.order()).id}`),
  ),
  // No promotion has that code; visibility is checked before.
  'promotions.check': about(
    (t) => ({
      method: 'POST',
      path: '/api/v4/promotions/check',
      body: {
        vehicle_id: t.vehicleId,
        shop_id: t.shopId,
        order_services: [{ service_definition_id: t.serviceId }],
        code: 'NONE',
      },
    }),
    422,
  ),
  // No promotion has that code or id; visibility is checked before.
  'promotions.applyCode': aboutOrder((id) => ({
    method: 'POST',
    path: '/api/v4/customers_promotions',
    body: { shopping_cart_id: id, code: 'NONE', fleet_promocode: true },
  })),
  'promotions.apply': aboutOrder((id) => ({
    method: 'POST',
    path: '/api/v4/customers_promotions/apply',
    body: { shopping_cart_id: id, promotion_id: 999_999_999, fleet_promocode: true },
  })),
  'orders.index': about((t) => ({
    method: 'POST',
    path: '/api/v4/orders/index',
    body: {
      captureActive: true,
      vehicle_id: t.vehicleId,
      startDate: '2020-01-01',
      endDate: '2030-01-01',
      search: 'x',
      page: 1,
      per_page: 5,
    },
  })),
  'orders.fleetOrders': noTarget(get('/orders/fleet_orders?page=1&per_page=5')),
  'orders.aggregate': noTarget(
    get('/orders/aggregate?start_date=2026-01-01&end_date=2026-12-31&grouping=month'),
  ),
  'orders.csv': noTarget(get('/orders.csv?startDate=2026-01-01&isActivePage=false&language=FR')),
  'orders.activity': about(async (t) =>
    get(`/shop_order_activity_items?shop_order_id=${(await t.order()).id}`),
  ),
  // The shop has no such time, and the order has no proposal.
  'proposals.propose': aboutTime({
    method: 'PUT',
    body: { appointment_datetime: '2026-01-01T00:00:01Z' },
    status: 422,
  }),
  'proposals.withdraw': aboutTime({ method: 'DELETE', status: 409 }),
  'shopLinks.state': about(async (t) => get(`/orders/${(await t.order()).id}/shop_link`)),
  // The vehicle has no VIN; visibility is checked before.
  'shopLinks.create': about(
    async (t) => ({
      method: 'POST',
      path: `/api/v4/orders/${(await t.order()).id}/shop_link`,
      body: { replaces: false, sends: false },
    }),
    422,
  ),
  'shopLinks.revoke': about(async (t) => ({
    method: 'DELETE',
    path: `/api/v4/orders/${(await t.order()).id}/shop_link`,
  })),
  'shopLinks.unlock': {
    ...noTarget({ method: 'POST', path: `${LINK}/unlock`, body: { token: 'never-made', vin_last_8: 'x' } }),
    status: 410,
  },
  'shopLinks.show': ofShop(get('/shop_links/1')),
  'shopLinks.services': ofShop(get('/shop_links/1/services')),
  'shopLinks.schedule': ofShop(get('/shop_links/1/schedule?date=2026-01-01')),
  'shopLinks.confirm': ofShop({
    method: 'POST',
    path: `${LINK}/confirm`,
    body: { appointment_datetime: '2026-01-01T00:00:00Z' },
  }),
  'shopLinks.decline': ofShop({ method: 'POST', path: `${LINK}/decline`, body: { note: 'Full' } }),
  'shopLinks.acceptTime': ofShop({
    method: 'POST',
    path: `${LINK}/accept_time`,
    body: { appointment_datetime: '2026-01-01T00:00:00Z' },
  }),
  'shopLinks.declineTime': ofShop({
    method: 'POST',
    path: `${LINK}/decline_time`,
    body: { appointment_datetime: '2026-01-01T00:00:00Z' },
  }),
  'shopLinks.estimate': ofShop({
    method: 'POST',
    path: `${LINK}/estimate`,
    body: { lines: [{ service_definition_id: 1, price: '1.50', note: 'Worn', photos: [] }] },
  }),
  'shopLinks.complete': ofShop({
    method: 'POST',
    path: `${LINK}/complete`,
    body: { odometer: 5, invoice_number: 'A 1' },
  }),
  'shopLinks.invoice': ofShop({
    method: 'POST',
    path: `${LINK}/invoices`,
    body: { invoice_number: 'A 1', documents: [manifestOf(AWAITED)] },
  }),
  'shopLinks.putFile': ofShop({
    method: 'PUT',
    path: `${LINK}/documents/${randomUUID()}`,
    bytes: AWAITED,
  }),
  'shopLinks.putPart': ofShop({
    method: 'PUT',
    path: `${LINK}/documents/${randomUUID()}/parts/0`,
    bytes: AWAITED,
  }),
  'shopLinks.receipts': ofShop({ method: 'POST', path: `${LINK}/receipts`, body: { ids: [randomUUID()] } }),
  'shopLinks.getFile': ofShop(get(`/shop_links/1/documents/${randomUUID()}`)),
  'vehicles.list': about((t) =>
    get(`/vehicles?fleet_id=${t.fleetId}&is_active=true&sort=name&page=1&per_page=5&search=a`),
  ),
  'vehicles.show': about((t) => get(`/vehicles/${t.vehicleId}?include=all&search=x`)),
  'vehicles.all': noTarget(get('/vehicles/all_vehicles?page=1&per_page=5')),
  'vehicles.drivers': noTarget(get('/vehicles/drivers?search=ad')),
  'vehicles.create': {
    ...noTarget({
      method: 'POST',
      path: '/api/v4/vehicles',
      body: {
        license_plate_number: 'HQX 2201',
        license_plate_state: 'OH',
        year: 2022,
        make: 'Ford',
        model: 'Transit',
        sub_model: 'T-250',
        engine: '3.5L 6 cyl Gasoline',
        vehicle_type_id: 'light',
        odometer: 41_000,
        driver_ids: [],
        accepts_check_digit: false,
      },
    }),
    status: 201,
  },
  'vehicles.update': about((t) => ({
    method: 'PUT',
    path: `/api/v4/vehicles/${t.vehicleId}`,
    body: { driver_ids: t.driverIds },
  })),
  'vehicles.destroy': about(async (t) => ({
    method: 'DELETE',
    path: `/api/v4/vehicles/${(await t.spareVehicle()).id}`,
  })),
  'deletedVehicles.list': {
    sample: async (t) =>
      get(`/deleted_vehicles?vehicle_id=${(await t.deletedVehicle()).id}&page=1&per_page=5`),
    outOfSight: 'left out',
    isAboutFleet: true,
  },
  'deletedVehicles.restore': aboutFleet(async (t) => ({
    method: 'POST',
    path: `/api/v4/deleted_vehicles/${(await t.deletedVehicle()).id}/restore`,
  })),
  'vehicles.deactivate': about((t) => ({
    method: 'PUT',
    path: `/api/v4/vehicles/${t.vehicleId}/deactivate`,
  })),
  'bulkUpsertions.create': {
    ...noTarget({ method: 'POST', path: UPLOADS }),
    sample: async (t) => {
      await t.upload()
      const fileData = dataUrlOf(fileOf(manyRows(1)))
      return { method: 'POST', path: UPLOADS, body: { fileData } }
    },
    status: 202,
  },
  'bulkUpsertions.check': noTarget({
    method: 'POST',
    path: `${UPLOADS}/check`,
    body: { vins: ['1M8GDM9AXKP042788'], odometers: [1200] },
  }),
  'bulkUpsertions.list': noTarget(get('/vehicles/bulk_upsertions?page=1&per_page=5')),
  'bulkUpsertions.show': aboutFleet(async (t) => get(`/vehicles/bulk_upsertions/${await t.upload()}`)),
  'bulkUpsertions.rows': aboutFleet(async (t) =>
    get(`/vehicles/bulk_upsertions/${await t.upload()}/rows?page=1&per_page=5`),
  ),
  'bulkUpsertions.refused': aboutFleet(async (t) =>
    get(`/vehicles/bulk_upsertions/${await t.upload()}/refused.csv?language=fr`),
  ),
  'bulkActions.check': noTarget({ method: 'POST', path: `${BULK_ACTIONS}/check`, body: A_BULK_ACTION }),
  'bulkActions.create': {
    ...noTarget({ method: 'POST', path: BULK_ACTIONS, body: A_BULK_ACTION }),
    status: 201,
  },
  'bulkActions.show': { ...noTarget(get(`/bulk_actions/${randomUUID()}`)), status: 404 },
  'bulkActions.items': {
    ...noTarget(get(`/bulk_actions/${randomUUID()}/items?state=refused&page=1&per_page=5`)),
    status: 404,
  },
  'bulkActions.cancel': {
    ...noTarget({ method: 'PUT', path: `${BULK_ACTIONS}/${randomUUID()}/cancel` }),
    status: 404,
  },
  'bulkActions.undo': {
    ...noTarget({ method: 'PUT', path: `${BULK_ACTIONS}/${randomUUID()}/undo` }),
    status: 404,
  },
  'transfers.create': {
    ...noTarget({ method: 'POST', path: TRANSFERS, body: A_TRANSFER }),
    status: 404,
  },
  'transfers.check': {
    ...noTarget({ method: 'POST', path: `${TRANSFERS}/check`, body: A_TRANSFER }),
    status: 404,
  },
  'transfers.list': noTarget(get('/vehicles/transfer_vehicles?page=1&per_page=5')),
  'transfers.candidates': noTarget(
    get('/vehicles/transfer_vehicles/candidates?fleet_id=999999999&query=abc&page=1&per_page=5'),
  ),
  'transfers.show': { ...noTarget(get(`/vehicles/transfer_vehicles/${randomUUID()}`)), status: 404 },
  'transfers.vehicles': {
    ...noTarget(get(`/vehicles/transfer_vehicles/${randomUUID()}/vehicles?state=moved&page=1&per_page=5`)),
    status: 404,
  },
  'vehicles.csv': noTarget(get('/vehicles.csv?language=FR&is_canada=true&download=true')),
  'specs.years': noTarget(get('/vehicles/years')),
  'specs.makes': noTarget(get('/vehicles/years/2022/makes')),
  'specs.models': noTarget(get('/vehicles/makes/460/models?year=2022')),
  'specs.subModels': noTarget(get('/vehicles/models/1801/submodels?year=2022')),
  'specs.subModel': { ...noTarget(get('/vehicles/models/1801/submodels/XLT?year=2022')), status: 404 },
  'specs.engines': noTarget(get('/vehicles/models/1801/submodels/XLT/engines?year=2022')),
  'specs.vinLookup': noTarget(get('/vehicles/vin_lookup?vin=1FTFW1E59LFA12345')),
  'recalls.status': noTarget(get('/recalls/status')),
  'telematics.batteryLife': about((t) => get(`/vehicles/${t.vehicleId}/telematics/battery_life`)),
  'telematics.engineOil': about((t) => get(`/vehicles/${t.vehicleId}/telematics/engine_oil`)),
  'telematics.tirePressure': about((t) => get(`/vehicles/${t.vehicleId}/telematics/tire_pressure`)),
  'telematics.faultData': about((t) => get(`/vehicles/${t.vehicleId}/telematics/fault_data`)),
  'telematics.syncEvents': noTarget(get('/geotab/sync_events?page=1&per_page=5')),
  // The fleet has no database.
  'telematics.startSync': {
    ...noTarget({ method: 'POST', path: '/api/v4/geotab/sync_events' }),
    status: 422,
  },
  'glovebox.list': about((t) => get(`/glovebox_items?vehicleId=${t.vehicleId}`)),
  'glovebox.create': about((t) => {
    const lines = [manifestOf(aPdf(randomUUID()))]
    return {
      method: 'POST',
      path: ITEMS,
      body: aGloveboxItem({ vehicle_id: t.vehicleId, glovebox_documents_attributes: lines }),
    }
  }, 201),
  'glovebox.update': about(async (t) => {
    const { id, body } = await t.gloveboxItem()
    return { method: 'PUT', path: `${ITEMS}/${id}`, body }
  }),
  'glovebox.destroy': about(async (t) => ({
    method: 'DELETE',
    path: `${ITEMS}/${(await t.gloveboxItem()).id}`,
  })),
  'glovebox.putFile': about(async (t) => ({
    method: 'PUT',
    path: `/api/v4/glovebox_documents/${(await t.gloveboxItem()).awaited}`,
    bytes: AWAITED,
  })),
  'glovebox.putPart': about(async (t) => ({
    method: 'PUT',
    path: `/api/v4/glovebox_documents/${(await t.gloveboxItem()).awaited}/parts/0`,
    bytes: AWAITED,
  })),
  'glovebox.getFile': about(async (t) => get(`/glovebox_documents/${(await t.gloveboxItem()).stored}`)),
  'history.list': about((t) =>
    get(
      `/manual_maintenance_histories?vehicle_id=${t.vehicleId}&appointment_datetime_from=2020-01-01&page=1&per_page=5`,
    ),
  ),
  'history.create': about((t) => {
    const given = {
      vehicle_id: t.vehicleId,
      zip: '43215',
      po_number: 'PO 1',
      customer_comments: 'Fine',
      maintenance_documents_attributes: [manifestOf(aPdf(randomUUID()))],
      vehicle_services: [
        { service_definition_id: t.serviceId, price: '1.50', position: 'front', service_miles: 5 },
      ],
      entered_at: '2026-01-01T00:00:00Z',
    }
    return { method: 'POST', path: HISTORIES, body: aHistory(given, t.serviceId) }
  }, 201),
  'history.show': about(async (t) => get(`/manual_maintenance_histories/${(await t.history()).id}`)),
  'history.update': {
    sample: async (t) => {
      const { id, body } = await t.history()
      return { method: 'PUT', path: `${HISTORIES}/${id}`, body }
    },
    outOfSight: 'not found',
    isForDriversOwn: true,
  },
  'history.destroy': {
    sample: async (t) => ({ method: 'DELETE', path: `${HISTORIES}/${(await t.history()).id}` }),
    outOfSight: 'not found',
    isForDriversOwn: true,
  },
  'history.putFile': {
    sample: async (t) => ({
      method: 'PUT',
      path: `/api/v4/maintenance_documents/${(await t.history()).awaited}`,
      bytes: AWAITED,
    }),
    outOfSight: 'not found',
    isForDriversOwn: true,
  },
  'history.putPart': {
    sample: async (t) => ({
      method: 'PUT',
      path: `/api/v4/maintenance_documents/${(await t.history()).awaited}/parts/0`,
      bytes: AWAITED,
    }),
    outOfSight: 'not found',
    isForDriversOwn: true,
  },
  'history.getFile': about(async (t) => get(`/maintenance_documents/${(await t.history()).stored}`)),
  'history.vehicleHistory': about((t) =>
    get(`/vehicles/vehicle_maintenance_history?vehicleId=${t.vehicleId}&pageMH=1&pageMMH=1`),
  ),
  'intervals.next': {
    sample: (t) => get(`/vehicles/next_maintenance_interval?vehicleIds=${t.vehicleId}`),
    outOfSight: 'left out',
  },
  'schedules.oem': about((t) => get(`/vehicles/${t.vehicleId}/oem_schedules`)),
  'schedules.servicesCompleted': about((t) => ({
    method: 'PUT',
    path: `/api/v4/vehicles/${t.vehicleId}/oem_schedules/services_completed`,
    body: {
      id: randomUUID(),
      interval_id: 1,
      service_completed_details: [{ id: t.serviceId, is_completed: true }],
      are_all_completed: false,
      customer_id: t.userId,
      completed_on: '2026-01-01',
      odometer: 5,
      entered_at: '2026-01-01T00:00:00Z',
    },
  })),
  'schedules.intervalCompleted': about((t) => ({
    method: 'PUT',
    path: `/api/v4/vehicles/${t.vehicleId}/oem_schedules/1/mark_as_completed`,
    body: { is_completed: true, service_definition_ids: [t.serviceId], customer_id: t.userId },
  })),
  'schedules.serviceCompleted': about((t) => ({
    method: 'PUT',
    path: '/api/v4/vehicles/update_is_completed',
    body: { vehicle_id: t.vehicleId, service_id: t.serviceId, is_completed: true },
  })),
  'schedules.recommendedOem': about((t) => get(`/services/recommended/oem?vehicleId=${t.vehicleId}`)),
  'schedules.recommended': about((t) => get(`/services/recommended/advice?vehicle_id=${t.vehicleId}`)),
  'schedules.ofVehicle': about((t) => get(`/vehicles/${t.vehicleId}/show_services?page=1&per_page=5`)),
  'schedules.ofFleet': {
    sample: (t) =>
      get(
        `/fleets/me/vehicle_services?vehicle_ids=${t.vehicleId}&service_schedules_by_vehicle=true&page=1&per_page=5`,
      ),
    outOfSight: 'left out',
  },
  'schedules.add': about(
    (t) => ({
      method: 'POST',
      path: `/api/v4/vehicles/${t.vehicleId}/vehicle_services`,
      body: { service_definition_ids: [t.serviceId], interval: 5000, interval_months: 6 },
    }),
    201,
  ),
  'schedules.remove': about(async (t) => ({
    method: 'DELETE',
    path: `/api/v4/vehicles/${t.vehicleId}/vehicle_services/${(await t.addedInterval()).id}`,
  })),
  'schedules.serviceBased': about((t) => ({
    method: 'PUT',
    path: `/api/v4/service_based_reminders/${t.vehicleId}`,
    body: { current_mileage: 5, miles_per_month: 900 },
  })),
  'schedules.intervalBased': about((t) => ({
    method: 'PUT',
    path: `/api/v4/interval_based_reminders/${t.vehicleId}`,
    body: { current_mileage: 5, miles_per_month: 900 },
  })),
  'policies.list': noTarget(get('/policies')),
  'policies.create': {
    ...about((t) => ({ method: 'POST', path: '/api/v4/policies', body: aPolicy(t) }), 201),
    isAboutFleet: true,
  },
  'policies.update': aboutFleet(async (t) => ({
    method: 'PUT',
    path: `/api/v4/policies/${(await t.policy()).id}`,
    body: aPolicy(t),
  })),
  'policies.destroy': aboutFleet(async (t) => ({
    method: 'DELETE',
    path: `/api/v4/policies/${(await t.policy()).id}`,
  })),
  'templates.list': noTarget(get('/schedule_templates')),
  'templates.save': {
    sample: (t) => ({
      method: 'PUT',
      path: '/api/v4/schedule_templates/trailer',
      body: { unit: 'mi', items: [{ service_ids: [t.serviceId], every: 5000, every_months: 6 }] },
    }),
    outOfSight: 'no target',
  },
  'templates.reset': noTarget({ method: 'DELETE', path: '/api/v4/schedule_templates/heavy' }),
  'templates.ofVehicle': about((t) => ({
    method: 'PUT',
    path: `/api/v4/vehicles/${t.vehicleId}/schedule`,
    body: { duty_class: 'van', items: [{ service_ids: [t.serviceId], every: 5000, every_months: 6 }] },
  })),
  'reminders.snooze': about((t) => ({
    method: 'POST',
    path: `/api/v4/vehicles/${t.vehicleId}/vehicle_reminders/snooze_reminder`,
    body: { id: randomUUID(), snooze: '4 weeks', from: '2026-01-01', entered_at: '2026-01-01T00:00:00Z' },
  })),
  'reminders.snoozedDates': {
    sample: (t) => get(`/vehicles/me/vehicle_reminders/snoozed_date?vehicle_ids=${t.vehicleId}`),
    outOfSight: 'left out',
  },
  'odometer.list': about((t) => get(`/vehicles/${t.vehicleId}/odometer_readings?page=1&per_page=5`)),
  'odometer.create': about(
    (t) => ({
      method: 'POST',
      path: `/api/v4/vehicles/${t.vehicleId}/odometer_readings`,
      body: {
        id: randomUUID(),
        value: 51_000,
        unit: 'mi',
        read_on: '2026-01-01',
        entered_at: '2026-01-01T00:00:00Z',
      },
    }),
    201,
  ),
  'odometer.void': about(async (t) => ({
    method: 'POST',
    path: `/api/v4/vehicles/${t.vehicleId}/odometer_readings/${await t.reading()}/void`,
    body: { id: randomUUID(), reason: 'Typed twice', entered_at: '2026-01-01T00:00:00Z' },
  })),
  'fleets.list': noTarget(getV6('/fleets?query=abc&sort=name&page=1&per_page=5')),
  'activeOrders.list': noTarget(
    get('/fleets/active_orders?query=abc&status=active&due_status=past_due&sort=-vehicle&page=1&per_page=5'),
  ),
  'fleets.all': noTarget(get('/fleets/load_all_fleets')),
  'fleets.paymentTypes': noTarget(get('/fleet_payment_types')),
  'fleets.create': {
    ...noTarget({
      method: 'POST',
      path: '/api/v4/fleets',
      body: { fleet: { name: 'Northgate Couriers' } },
    }),
    status: 201,
  },
  'fleets.deletion': aboutFleet(async (t) => get(`/fleets/${(await t.spareFleet()).id}/deletion`)),
  'fleets.destroy': aboutFleet(async (t) => ({
    method: 'DELETE',
    path: `/api/v4/fleets/${(await t.spareFleet()).id}`,
  })),
  'fleets.addLink': {
    ...aboutFleet(async (t) => ({
      method: 'POST',
      path: `/api/v4/fleets/${(await t.spareFleet()).id}/quick_links`,
      body: quickLink,
    })),
    status: 201,
  },
  'fleets.updateLink': aboutFleet(async (t) => {
    const { id, fleetId } = await t.quickLink()
    return { method: 'PUT', path: `/api/v4/fleets/${fleetId}/quick_links/${id}`, body: quickLink }
  }),
  'fleets.removeLink': aboutFleet(async (t) => {
    const { id, fleetId } = await t.quickLink()
    return { method: 'DELETE', path: `/api/v4/fleets/${fleetId}/quick_links/${id}` }
  }),
  'fleets.summary': noTarget(getV6('/fleets/summary')),
  'fleets.csv': noTarget(getV6('/fleets.csv?language=fr')),
  'reportSubscriptions.list': noTarget(get('/report_subscriptions')),
  'reportSubscriptions.create': noTarget({
    method: 'POST',
    path: '/api/v4/report_subscriptions',
    body: { report: 'costs', by: 'department', every: 'week' },
  }),
  'reportSubscriptions.send': noTarget({
    method: 'POST',
    path: '/api/v4/report_subscriptions/send',
    body: { report: 'costs', by: 'department', every: 'week' },
  }),
  'reportSubscriptions.destroy': noView({ method: 'DELETE', path: '/api/v4/report_subscriptions/999999999' }),
  'savedViews.list': noTarget(get('/saved_views')),
  'savedViews.show': noView({ method: 'GET', path: `/api/v4/saved_views/${randomUUID()}` }),
  'savedViews.save': {
    sample: () => ({
      method: 'PUT',
      path: `/api/v4/saved_views/${randomUUID()}`,
      body: { list: 'vehicles', name: `Vans ${randomUUID()}`, state: { q: 'van' } },
    }),
    outOfSight: 'no target',
  },
  'savedViews.destroy': noView({ method: 'DELETE', path: `/api/v4/saved_views/${randomUUID()}` }),
  'companyViews.list': noTarget(get('/company_views')),
  'companyViews.show': noView({ method: 'GET', path: `/api/v4/company_views/${randomUUID()}` }),
  'companyViews.save': {
    sample: () => ({
      method: 'PUT',
      path: `/api/v4/company_views/${randomUUID()}`,
      body: { list: 'fmc_fleets', name: `East ${randomUUID()}`, state: { region: 'East' } },
    }),
    outOfSight: 'no target',
  },
  'companyViews.destroy': noView({ method: 'DELETE', path: `/api/v4/company_views/${randomUUID()}` }),
  'sync.pull': noTarget(get('/sync?limit=10')),
  'sync.receipts': noTarget({ method: 'POST', path: '/api/v4/sync/receipts', body: { ids: [randomUUID()] } }),
  'sync.heartbeat': noTarget({
    method: 'POST',
    path: '/api/v4/clients/heartbeat',
    body: {
      device_id: randomUUID(),
      pending: 1,
      oldest_at: '2026-01-01T00:00:00Z',
      stuck: 0,
      app_version: '1.0',
      persisted: true,
      installed: false,
    },
  }),
  'sync.unsent': noTarget(get('/clients/unsent?page=1&per_page=5')),
  'sync.ping': noTarget(get('/ping')),
}

/** Every call of the contract, by name, with its declaration. */
export function callsOfContract(): { name: string; method: string; meta: CallMeta }[] {
  const calls: { name: string; method: string; meta: CallMeta }[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition, path }) => {
    const { route, meta } = definition['~orpc']
    calls.push({ name: path.join('.'), method: route.method ?? 'POST', meta: meta as CallMeta })
  })
  return calls
}

export function send(client: Client, sample: Sample) {
  const headers = sample.bytes ? { 'content-type': 'application/pdf' } : {}
  return client.send(sample.method, sample.path, sample.bytes ?? sample.body, headers)
}

/** A fleet with one vehicle for its drivers and one without drivers, whose texts all contain the canary. */
export async function aWorld(server: TestServer, serviceId: number, mark = CANARY) {
  const { build, db } = server
  const { id: affiliationId } = await build.affiliation()
  const fleet = await build.fleet({ name: `Fleet ${mark}`, affiliationId })
  const owner = await build.user(fleet)
  const driver = await build.user(fleet, { roles: ['Driver'] })
  const assigned = await build.vehicle(fleet, { name: `Assigned ${mark}`, drivers: [driver] })
  const unassigned = await build.vehicle(fleet, { name: `Unassigned ${mark}` })
  const shop = await build.shop()
  const rows = otherRows(db)
  for (const vehicle of [assigned, unassigned]) {
    await rows.snapshot(vehicle)
    await rows.interval(vehicle, { name: mark })
    await rows.order(vehicle)
  }
  const client = await server.as(owner)
  const target = (vehicleId: number, driverIds: number[]): Target => ({
    driverIds,
    fleetId: fleet.id,
    vehicleId,
    userId: owner.id,
    serviceId,
    session: () => sessionIdOf(server, owner, fleet),
    shopId: shop.id,
    order: async () => {
      const open = await openOrderOf(server.db, vehicleId)
      const given = { originatorId: owner.id, serviceId, poNumber: mark }
      return open ?? anOpenOrder(server.db, { id: vehicleId, fleetId: fleet.id }, given)
    },
    closeOrder: () =>
      db.query(sql`
        update shop_orders set status = 'cancel' where vehicle_id = ${vehicleId} and status = 'initiated'`),
    reading: () => reading(vehicleId),
    addedInterval: async () => {
      const [row] = await db.query<{ id: number }>(sql`
        insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_months)
        values (${fleet.id}, ${vehicleId}, ${[serviceId]}::bigint[], 6) returning id`)
      return { id: row!.id }
    },
    spareVehicle: () => build.vehicle(fleet, { name: mark }),
    deletedVehicle: async () => {
      const vehicle = await build.vehicle(fleet, { name: mark })
      await db.tenant(fleet.id, (tx) =>
        tx.query(sql`select delete_vehicle(${vehicle.id}, ${owner.id}, now())`),
      )
      return vehicle
    },
    colleague: () => build.user(fleet, { roles: ['Driver'], firstName: mark, isInvited: true }),
    upload: () => anUpload(server, owner, mark),
    paymentMethod: () => build.paymentMethod(fleet, owner, { name: mark }),
    spareFleet: () => build.fleet({ name: mark, affiliationId }),
    quickLink: async () => {
      const { id: fleetId } = await build.fleet({ name: mark, affiliationId })
      return { ...(await build.link({ id: fleetId }, { name: mark })), fleetId }
    },
    policy: async () => {
      const [row] = await db.query<{ id: number }>(sql`
        insert into maintenance_policies (fleet_id, amount, all_vehicles) values (${fleet.id}, 9000, true) returning id`)
      return row!
    },
    history: () =>
      anEntry(client, HISTORIES, 'maintenance', (lines) =>
        aHistory(
          { vehicle_id: vehicleId, po_number: mark, maintenance_documents_attributes: lines },
          serviceId,
        ),
      ),
    gloveboxItem: () =>
      anEntry(client, ITEMS, 'glovebox', (lines) =>
        aGloveboxItem({ vehicle_id: vehicleId, document_number: mark, glovebox_documents_attributes: lines }),
      ),
  })
  const reading = async (vehicleId: number) => {
    const id = randomUUID()
    await client.post(`/vehicles/${vehicleId}/odometer_readings`, {
      id,
      value: 50_000,
      read_on: '2026-01-01',
    })
    return id
  }
  const clientOf = async (roles: Role[]) => {
    const user =
      roles.includes('Driver') && roles.length === 1
        ? driver
        : await build.user(fleet, { roles, ...(isFmc({ roles }) && { affiliationId }) })
    return { user, client: await server.as(user) }
  }
  return {
    fleet,
    target,
    assigned: target(assigned.id, [driver.id]),
    unassigned: target(unassigned.id, []),
    clientOf,
  }
}

/** Signs the user in on another device. Returns the id of that session in the list of own sessions. */
export async function sessionIdOf(
  server: TestServer,
  user: { id: number },
  fleet: { id: number },
): Promise<string> {
  const token = await server.build.session({ id: user.id, fleetId: fleet.id })
  const [row] = await server.db.query<{ id: string }>(
    sql`select id from sessions where token_hash = ${hashToken(token)}`,
  )
  if (!row) throw new Error('The session was not made.')
  return row.id
}

/** Creates a finished bulk upload of the user, and removes any in progress. */
async function anUpload(
  { db }: TestServer,
  user: { id: number; fleetId: number },
  mark: string,
): Promise<string> {
  const id = randomUUID()
  await db.query(sql`delete from bulk_upsertions where fleet_id = ${user.fleetId} and finished_at is null`)
  await db.query(sql`
    insert into bulk_upsertions (id, fleet_id, user_id, status, file_name, byte_size, sha256, read_on, rows_total,
      refused, finished_at)
    values (${id}, ${user.fleetId}, ${user.id}, 'completed_with_errors', ${mark}, 1, '', '2026-01-01', 1, 1, now())`)
  await db.query(sql`
    insert into bulk_upsertion_rows (fleet_id, upsertion_id, row_number, is_refused, cells, notes)
    values (${user.fleetId}, ${id}, 2, true, array['', ${mark}], '[{"code": "vin_required", "column": "vin"}]')`)
  return id
}

/** Creates an entry with two files and sends the first of them. */
async function anEntry(
  client: Client,
  path: string,
  kind: 'maintenance' | 'glovebox',
  make: (lines: object[]) => object,
): Promise<Entry> {
  const bytes = aPdf('stored')
  const stored = manifestOf(bytes, { file_name: 'stored.pdf' })
  const awaited = manifestOf(AWAITED, { file_name: 'awaited.pdf' })
  const body = make([stored, awaited]) as Record<string, unknown>
  const created = await client.post(path, body)
  if (created.status !== 201) throw new Error(`No entry could be made: ${JSON.stringify(created.body)}`)
  await client.put(`/${kind}_documents/${stored.id}`, bytes, { 'content-type': 'application/pdf' })
  return { id: created.body.id, body, stored: stored.id, awaited: awaited.id }
}

/** Targets that do not exist. */
export function nowhere(near: Target): Target {
  const entry = (): Promise<Entry> => {
    const [stored, awaited] = [randomUUID(), randomUUID()]
    const id = randomUUID()
    return Promise.resolve({ id, body: {}, stored, awaited })
  }
  const missing = { fleetId: 77_000_001, vehicleId: 77_000_002, userId: 77_000_003 }
  const bodyFor = (make: (of: Target) => Record<string, unknown>) => async () => ({
    ...(await entry()),
    body: make({ ...near, ...missing }),
  })
  return {
    ...near,
    ...missing,
    session: async () => randomUUID(),
    order: () => Promise.resolve({ id: 77_000_004 }),
    closeOrder: () => Promise.resolve(),
    reading: () => Promise.resolve(randomUUID()),
    spareVehicle: () => Promise.resolve({ id: 77_000_002 }),
    deletedVehicle: () => Promise.resolve({ id: 77_000_008 }),
    colleague: () => Promise.resolve({ id: 77_000_003 }),
    paymentMethod: () => Promise.resolve({ id: 77_000_006 }),
    spareFleet: () => Promise.resolve({ id: 77_000_001 }),
    quickLink: () => Promise.resolve({ id: 77_000_007, fleetId: 77_000_001 }),
    upload: () => Promise.resolve(randomUUID()),
    policy: () => Promise.resolve({ id: 77_000_005 }),
    addedInterval: () => Promise.resolve({ id: 77_000_009 }),
    history: bodyFor((t) => aHistory({ vehicle_id: near.vehicleId, po_number: CANARY }, t.serviceId)),
    gloveboxItem: bodyFor(() => aGloveboxItem({ vehicle_id: near.vehicleId, document_number: CANARY })),
  }
}

/**
 * Returns a hash of all rows that requests may change, except counters and the sign-in trail. Excludes the lifetime of
 * a session, which every request extends. Waits for the background work of earlier requests.
 */
export async function contentOf(server: TestServer): Promise<string> {
  await server.services.dueDates.settled()
  contentQuery ??= readContentQuery(server)
  return JSON.stringify(await server.db.query({ text: await contentQuery, values: [] }))
}

let contentQuery: Promise<string> | undefined

/** One hash for each table: the sum of its rows' hashes, which needs no order. All servers have the same tables. */
async function readContentQuery(server: TestServer): Promise<string> {
  const tables = await server.db.query<{ name: string }>({
    text: `select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE' and table_name not in ('attempts', 'migrations', 'captcha_passes',
        'sign_in_tries', 'sign_in_trail', 'sign_in_lockouts') order by 1`,
    values: [],
  })
  return tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) as n, sum(hashtextextended(${rowOf(name)}, 0)) as hash from ${name} t`,
    )
    .join(' union all ')
}

const rowOf = (table: string) =>
  table === 'sessions' ? '(token_hash, user_id, fleet_id, is_remembered, device_hash)::text' : 't::text'
