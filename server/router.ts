import type { Services } from './composition/services.ts'
import { accountRoutes } from './modules/access/account/account.routes.ts'
import { captchaRoutes } from './modules/access/captcha/captcha.routes.ts'
import { fleetRoutes } from './modules/access/fleet/fleet.routes.ts'
import { ownSessionsRoutes } from './modules/access/own-sessions/own-sessions.routes.ts'
import { partnersRoutes } from './modules/access/partners/partners.routes.ts'
import { passwordsRoutes } from './modules/access/passwords/passwords.routes.ts'
import { preferencesRoutes } from './modules/access/preferences/preferences.routes.ts'
import { sessionRoutes } from './modules/access/session/session.routes.ts'
import { signInRoutes } from './modules/access/sign-ins/sign-ins.routes.ts'
import { shellCustomersRoutes } from './modules/access/sign-up/shell-customers.routes.ts'
import { signUpRoutes } from './modules/access/sign-up/sign-up.routes.ts'
import { ticketsRoutes } from './modules/access/tickets/tickets.routes.ts'
import { usersRoutes } from './modules/access/users/users.routes.ts'
import { placesRoutes } from './modules/catalog/places/places.routes.ts'
import { servicesRoutes } from './modules/catalog/services/services.routes.ts'
import { shopsRoutes } from './modules/catalog/shops/shops.routes.ts'
import { activeOrdersRoutes } from './modules/fmc/active-orders/active-orders.routes.ts'
import { fleetsRoutes } from './modules/fmc/fleets/fleets.routes.ts'
import { transfersRoutes } from './modules/fmc/transfers/transfers.routes.ts'
import { complianceRoutes } from './modules/home/compliance/compliance.routes.ts'
import { reportSubscriptionsRoutes } from './modules/home/report-subscriptions/report-subscriptions.routes.ts'
import { distanceCostsRoutes } from './modules/home/reports/distance-costs.routes.ts'
import { downtimeRoutes } from './modules/home/reports/downtime.routes.ts'
import { reportsRoutes } from './modules/home/reports/reports.routes.ts'
import { companyViewsRoutes, savedViewsRoutes } from './modules/home/saved-views/saved-views.routes.ts'
import { syncRoutes } from './modules/home/sync/sync.routes.ts'
import { historyRoutes } from './modules/maintenance/history/history.routes.ts'
import { intervalsRoutes } from './modules/maintenance/intervals/intervals.routes.ts'
import { policiesRoutes } from './modules/maintenance/policies/policies.routes.ts'
import { remindersRoutes } from './modules/maintenance/schedules/reminders.routes.ts'
import { schedulesRoutes } from './modules/maintenance/schedules/schedules.routes.ts'
import { sentRemindersRoutes } from './modules/maintenance/sent-reminders/sent-reminders.routes.ts'
import { templatesRoutes } from './modules/maintenance/templates/templates.routes.ts'
import { paymentMethodsRoutes } from './modules/money/payment-methods/payment-methods.routes.ts'
import { paymentsRoutes } from './modules/money/payments/payments.routes.ts'
import { settlementsRoutes } from './modules/money/settlements/settlements.routes.ts'
import { subscriptionActivitiesRoutes } from './modules/money/subscriptions/subscriptions.routes.ts'
import { transactionsRoutes } from './modules/money/transactions/transactions.routes.ts'
import { approvalsRoutes } from './modules/orders/approvals/approvals.routes.ts'
import { ordersRoutes } from './modules/orders/orders/orders.routes.ts'
import { shopRecordRoutes } from './modules/orders/orders/shop-record.routes.ts'
import { promotionsRoutes } from './modules/orders/promotions/promotions.routes.ts'
import { proposalsRoutes } from './modules/orders/proposals/proposals.routes.ts'
import { shopLinksRoutes } from './modules/orders/shop-links/shop-links.routes.ts'
import { bulkRoutes } from './modules/vehicles/bulk/bulk.routes.ts'
import { bulkActionsRoutes } from './modules/vehicles/bulk-actions/bulk-actions.routes.ts'
import { deletedVehiclesRoutes } from './modules/vehicles/deleted-vehicles/deleted-vehicles.routes.ts'
import { gloveboxRoutes } from './modules/vehicles/glovebox/glovebox.routes.ts'
import { odometerRoutes } from './modules/vehicles/odometer/odometer.routes.ts'
import { recallsRoutes } from './modules/vehicles/recalls/recalls.routes.ts'
import { specsRoutes } from './modules/vehicles/specs/specs.routes.ts'
import { telematicsRoutes } from './modules/vehicles/telematics/telematics.routes.ts'
import { vehiclesRoutes } from './modules/vehicles/vehicles/vehicles.routes.ts'

/** Joins the routes of all nouns under the names of contract/contract.ts. */
export function router(services: Services) {
  const { db, now: clock, ports, originOfRequest } = services
  const useCase = { db, clock, ports }
  const { partners } = services.config
  return {
    session: sessionRoutes(useCase),
    account: accountRoutes(useCase),
    fleet: fleetRoutes(useCase),
    passwords: passwordsRoutes(useCase, originOfRequest),
    preferences: preferencesRoutes(useCase),
    users: usersRoutes(useCase, originOfRequest),
    ownSessions: ownSessionsRoutes(useCase),
    signIns: signInRoutes(useCase),
    partners: partnersRoutes({ db, partners }, originOfRequest),
    captcha: captchaRoutes(useCase),
    tickets: ticketsRoutes(useCase),
    signUp: signUpRoutes(useCase),
    shellCustomers: shellCustomersRoutes({ ...useCase, partners }, originOfRequest),
    paymentMethods: paymentMethodsRoutes(useCase),
    payments: paymentsRoutes(useCase),
    settlements: settlementsRoutes(useCase),
    subscriptions: subscriptionActivitiesRoutes(services),
    activeOrders: activeOrdersRoutes({ db }),
    transactions: transactionsRoutes(services),
    services: servicesRoutes(),
    places: placesRoutes(),
    shops: shopsRoutes(),
    vehicles: vehiclesRoutes({ db, ports }),
    bulkActions: bulkActionsRoutes(ports),
    bulkUpsertions: bulkRoutes(useCase, services.decodeVin),
    deletedVehicles: deletedVehiclesRoutes(),
    transfers: transfersRoutes(services),
    recalls: recallsRoutes(ports),
    specs: specsRoutes(services.vehicleCatalog),
    telematics: telematicsRoutes(useCase),
    glovebox: gloveboxRoutes(ports),
    history: historyRoutes(ports),
    intervals: intervalsRoutes(),
    orders: ordersRoutes(useCase),
    approvals: approvalsRoutes({ db }),
    promotions: promotionsRoutes(services),
    proposals: proposalsRoutes(),
    shopLinks: shopLinksRoutes(useCase, ports),
    shopRecord: shopRecordRoutes(),
    schedules: schedulesRoutes(ports),
    templates: templatesRoutes(services.dueDates),
    reminders: remindersRoutes(),
    policies: policiesRoutes(),
    sentReminders: sentRemindersRoutes({ db, clock }),
    odometer: odometerRoutes(),
    reports: {
      ...reportsRoutes(services),
      ...downtimeRoutes({ db, clock }),
      ...distanceCostsRoutes({ db }),
      ...complianceRoutes({ db }),
    },
    reportSubscriptions: reportSubscriptionsRoutes(ports),
    savedViews: savedViewsRoutes(),
    companyViews: companyViewsRoutes({ db }),
    sync: syncRoutes(clock),
    fleets: fleetsRoutes(useCase),
  }
}
