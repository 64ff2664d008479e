import { accountContract } from './access/account.ts'
import { captchaContract } from './access/captcha.ts'
import { fleetContract } from './access/fleet.ts'
import { ownSessionsContract } from './access/own-sessions.ts'
import { partnersContract } from './access/partners.ts'
import { passwordsContract } from './access/passwords.ts'
import { preferencesContract } from './access/preferences.ts'
import { sessionContract } from './access/session.ts'
import { shellCustomersContract } from './access/shell-customers.ts'
import { signInsContract } from './access/sign-ins.ts'
import { signUpContract } from './access/sign-up.ts'
import { ticketsContract } from './access/tickets.ts'
import { usersContract } from './access/users.ts'
import { placesContract } from './catalog/places.ts'
import { servicesContract } from './catalog/services.ts'
import { shopsContract } from './catalog/shops.ts'
import { activeOrdersContract } from './fmc/active-orders.ts'
import { fleetsContract } from './fmc/fleets.ts'
import { transfersContract } from './fmc/transfers.ts'
import { complianceContract } from './home/compliance.ts'
import { distanceCostsContract } from './home/distance-costs.ts'
import { downtimeContract } from './home/downtime.ts'
import { reportSubscriptionsContract } from './home/report-subscriptions.ts'
import { reportsContract } from './home/reports.ts'
import { companyViewsContract, savedViewsContract } from './home/saved-views.ts'
import { syncContract } from './home/sync.ts'
import { historyContract } from './maintenance/history.ts'
import { intervalsContract } from './maintenance/intervals.ts'
import { policiesContract } from './maintenance/policies.ts'
import { remindersContract } from './maintenance/reminders.ts'
import { schedulesContract } from './maintenance/schedules.ts'
import { sentRemindersContract } from './maintenance/sent-reminders.ts'
import { templatesContract } from './maintenance/templates.ts'
import { paymentMethodsContract } from './money/payment-methods.ts'
import { paymentsContract } from './money/payments.ts'
import { settlementsContract } from './money/settlements.ts'
import { subscriptionsContract } from './money/subscriptions.ts'
import { transactionsContract } from './money/transactions.ts'
import { approvalsContract } from './orders/approvals.ts'
import { ordersContract } from './orders/orders.ts'
import { promotionsContract } from './orders/promotions.ts'
import { proposalsContract } from './orders/proposals.ts'
import { shopLinksContract } from './orders/shop-links.ts'
import { shopRecordContract } from './orders/shop-record.ts'
import { bulkUpsertionsContract } from './vehicles/bulk.ts'
import { bulkActionsContract } from './vehicles/bulk-actions.ts'
import { deletedVehiclesContract } from './vehicles/deleted-vehicles.ts'
import { gloveboxContract } from './vehicles/glovebox.ts'
import { odometerContract } from './vehicles/odometer.ts'
import { recallsContract } from './vehicles/recalls.ts'
import { specsContract } from './vehicles/specs.ts'
import { telematicsContract } from './vehicles/telematics.ts'
import { vehiclesContract } from './vehicles/vehicles.ts'

/** Every call of the REST API, by noun. The server implements it, the app calls it, and OpenAPI documents it. */
export const contract = {
  session: sessionContract,
  account: accountContract,
  fleet: fleetContract,
  passwords: passwordsContract,
  preferences: preferencesContract,
  ownSessions: ownSessionsContract,
  signIns: signInsContract,
  partners: partnersContract,
  captcha: captchaContract,
  tickets: ticketsContract,
  signUp: signUpContract,
  shellCustomers: shellCustomersContract,
  users: usersContract,
  paymentMethods: paymentMethodsContract,
  payments: paymentsContract,
  settlements: settlementsContract,
  transactions: transactionsContract,
  subscriptions: subscriptionsContract,
  services: servicesContract,
  places: placesContract,
  shops: shopsContract,
  vehicles: vehiclesContract,
  bulkActions: bulkActionsContract,
  bulkUpsertions: bulkUpsertionsContract,
  deletedVehicles: deletedVehiclesContract,
  transfers: transfersContract,
  recalls: recallsContract,
  specs: specsContract,
  telematics: telematicsContract,
  glovebox: gloveboxContract,
  history: historyContract,
  intervals: intervalsContract,
  orders: ordersContract,
  approvals: approvalsContract,
  promotions: promotionsContract,
  proposals: proposalsContract,
  shopLinks: shopLinksContract,
  shopRecord: shopRecordContract,
  schedules: schedulesContract,
  templates: templatesContract,
  reminders: remindersContract,
  policies: policiesContract,
  sentReminders: sentRemindersContract,
  odometer: odometerContract,
  reports: { ...reportsContract, ...downtimeContract, ...distanceCostsContract, ...complianceContract },
  reportSubscriptions: reportSubscriptionsContract,
  savedViews: savedViewsContract,
  companyViews: companyViewsContract,
  sync: syncContract,
  fleets: fleetsContract,
  activeOrders: activeOrdersContract,
}
export type Contract = typeof contract
