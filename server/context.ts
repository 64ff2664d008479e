import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Brand } from '#contract/core/brand.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { sql } from './db/sql.ts'
import { brandOrigin, originOfRequest } from './http/security/public-origin.ts'
import { recaptcha } from './integrations/captcha/live.ts'
import { altchaCaptcha, type CaptchaWork } from './integrations/captcha/local.ts'
import { lazyGateway } from './integrations/card-gateway/lazy.ts'
import { sandboxGateway } from './integrations/card-gateway/local.ts'
import { type GatewayNotifications, sandboxNotifications } from './integrations/card-gateway/notifications.ts'
import { type CardGateway, CardRejected } from './integrations/card-gateway/port.ts'
import { createCircuit } from './integrations/circuit.ts'
import { localFileStore } from './integrations/files/local.ts'
import type { FileStore } from './integrations/files/port.ts'
import { localStaging } from './integrations/files/staging.ts'
import { ofrepFlags } from './integrations/flags/live.ts'
import { localFlags } from './integrations/flags/local.ts'
import { openFeatureFlags } from './integrations/flags/open-feature.ts'
import { localBilling } from './integrations/fuel-card-billing/local.ts'
import type { FuelCardBilling } from './integrations/fuel-card-billing/port.ts'
import { PORT_LIMITS, type PortLimits } from './integrations/limits.ts'
import { smtpMail } from './integrations/mail/live.ts'
import { localMail } from './integrations/mail/local.ts'
import { mailQueue } from './integrations/mail/mail-queue.ts'
import type { MailPort } from './integrations/mail/port.ts'
import { authorityRecalls } from './integrations/recalls/live.ts'
import { sampleRecalls } from './integrations/recalls/local.ts'
import type { Recalls } from './integrations/recalls/port.ts'
import { ownSchedules } from './integrations/schedules/own.ts'
import { secretOf } from './integrations/secrets.ts'
import { twilioSms } from './integrations/sms/live.ts'
import { localSms } from './integrations/sms/local.ts'
import { type SmsPort, SmsUnavailable } from './integrations/sms/port.ts'
import { smsQueue } from './integrations/sms/sms-queue.ts'
import { lazyTelematics } from './integrations/telematics/lazy.ts'
import { simulatedTelematics } from './integrations/telematics/local.ts'
import type { Telematics } from './integrations/telematics/port.ts'
import { throughCircuit } from './integrations/through-circuit.ts'
import { guardTransactions } from './integrations/transaction-guard.ts'
import { cachedCatalogue } from './integrations/vehicle-catalogue/cached.ts'
import { createLocalVehicleCatalogue } from './integrations/vehicle-catalogue/local.ts'
import type { VehicleCatalogue } from './integrations/vehicle-catalogue/port.ts'
import type { Jobs } from './jobs/jobs.ts'
import { accountService } from './modules/access/account/account.service.ts'
import { flagsService } from './modules/access/account/flags.service.ts'
import { auditService } from './modules/access/audit/audit.service.ts'
import { captchaService } from './modules/access/captcha/captcha.service.ts'
import { fleetService } from './modules/access/fleet/fleet.service.ts'
import { telematicsNamesService } from './modules/access/fleet/telematics-names.service.ts'
import { ownSessionsService } from './modules/access/own-sessions/own-sessions.service.ts'
import { partnersService } from './modules/access/partners/partners.service.ts'
import { passwordsService } from './modules/access/passwords/passwords.service.ts'
import { preferencesService } from './modules/access/preferences/preferences.service.ts'
import { sessionService } from './modules/access/session/session.service.ts'
import { signInGuard } from './modules/access/session/sign-in-guard.ts'
import { lockoutNotice } from './modules/access/sign-ins/lockout-notice.ts'
import { signInTrail } from './modules/access/sign-ins/sign-ins.service.ts'
import { shellCustomersService } from './modules/access/sign-up/shell-customers.service.ts'
import { signUpService } from './modules/access/sign-up/sign-up.service.ts'
import { ticketsService } from './modules/access/tickets/tickets.service.ts'
import { firstOwnerService } from './modules/access/users/first-owner.service.ts'
import { invitations } from './modules/access/users/invitations.ts'
import { ownUserService } from './modules/access/users/own-user.service.ts'
import { userWriter } from './modules/access/users/user-writer.ts'
import { usersCsv } from './modules/access/users/users.csv.ts'
import { usersRepository } from './modules/access/users/users.repository.ts'
import { usersService } from './modules/access/users/users.service.ts'
import { servicesService } from './modules/catalog/services/services.service.ts'
import { scheduleRepository } from './modules/catalog/shops/schedule.repository.ts'
import { scheduleService } from './modules/catalog/shops/schedule.service.ts'
import { shopImportRepository } from './modules/catalog/shops/shop-import.repository.ts'
import { shopImportService } from './modules/catalog/shops/shop-import.service.ts'
import { shopsRepository } from './modules/catalog/shops/shops.repository.ts'
import { shopsService } from './modules/catalog/shops/shops.service.ts'
import { documentsRepository } from './modules/core/documents/documents.repository.ts'
import { documentsService } from './modules/core/documents/documents.service.ts'
import { activeOrdersService } from './modules/fmc/active-orders/active-orders.service.ts'
import { companiesRepository } from './modules/fmc/companies/companies.repository.ts'
import { companiesService } from './modules/fmc/companies/companies.service.ts'
import { fleetAdminRepository } from './modules/fmc/fleets/fleet-admin.repository.ts'
import { fleetAdminService } from './modules/fmc/fleets/fleet-admin.service.ts'
import { fleetDeletionRepository } from './modules/fmc/fleets/fleet-deletion.repository.ts'
import { fleetDeletionService } from './modules/fmc/fleets/fleet-deletion.service.ts'
import { fleetsService } from './modules/fmc/fleets/fleets.service.ts'
import { syncRepository } from './modules/home/sync/sync.repository.ts'
import { syncService } from './modules/home/sync/sync.service.ts'
import { historyRepository } from './modules/maintenance/history/history.repository.ts'
import { historyService } from './modules/maintenance/history/history.service.ts'
import { historyEntryService } from './modules/maintenance/history/history-entry.service.ts'
import { intervalsRepository } from './modules/maintenance/intervals/intervals.repository.ts'
import { intervalsService } from './modules/maintenance/intervals/intervals.service.ts'
import { policiesRepository } from './modules/maintenance/policies/policies.repository.ts'
import { policiesService } from './modules/maintenance/policies/policies.service.ts'
import { reminderPlanRepository } from './modules/maintenance/reminders/reminder-plan.repository.ts'
import { reminderPlanner } from './modules/maintenance/reminders/reminder-planner.service.ts'
import { reminderSenderRepository } from './modules/maintenance/reminders/reminder-sender.repository.ts'
import { reminderSender } from './modules/maintenance/reminders/reminder-sender.service.ts'
import { unsubscribeRepository } from './modules/maintenance/reminders/unsubscribe.repository.ts'
import { unsubscribeService } from './modules/maintenance/reminders/unsubscribe.service.ts'
import { dueService } from './modules/maintenance/schedules/due.service.ts'
import { dueDates } from './modules/maintenance/schedules/due-dates.ts'
import { dueRowsRepository } from './modules/maintenance/schedules/due-rows.repository.ts'
import { marksService } from './modules/maintenance/schedules/marks.service.ts'
import { mileageService } from './modules/maintenance/schedules/mileage.service.ts'
import { remindersService } from './modules/maintenance/schedules/reminders.service.ts'
import { schedulesRepository } from './modules/maintenance/schedules/schedules.repository.ts'
import { schedulesService } from './modules/maintenance/schedules/schedules.service.ts'
import { sentRemindersRepository } from './modules/maintenance/sent-reminders/sent-reminders.repository.ts'
import { sentRemindersService } from './modules/maintenance/sent-reminders/sent-reminders.service.ts'
import { templatesRepository } from './modules/maintenance/templates/templates.repository.ts'
import { templatesService } from './modules/maintenance/templates/templates.service.ts'
import { paymentMethodsRepository } from './modules/money/payment-methods/payment-methods.repository.ts'
import { paymentMethodsService } from './modules/money/payment-methods/payment-methods.service.ts'
import { autoApproval } from './modules/money/payments/auto-approval.ts'
import { manualReviewService } from './modules/money/payments/manual-review.service.ts'
import { gatewayNotificationsRepository } from './modules/money/payments/notifications/gateway-notifications.repository.ts'
import { gatewayNotificationsService } from './modules/money/payments/notifications/gateway-notifications.service.ts'
import { orderCompletion } from './modules/money/payments/order-completion.ts'
import { orderPaymentsRepository } from './modules/money/payments/order-payments.repository.ts'
import { orderPaymentsService } from './modules/money/payments/order-payments.service.ts'
import {
  PAYMENT_TIMINGS,
  type PaymentTimings,
  paymentRunner,
} from './modules/money/payments/payment-runner.ts'
import { paymentsRepository } from './modules/money/payments/payments.repository.ts'
import { paymentsService } from './modules/money/payments/payments.service.ts'
import { refundRunner } from './modules/money/payments/refund-runner.ts'
import { refundsRepository } from './modules/money/payments/refunds.repository.ts'
import { subscriptionCharge } from './modules/money/payments/subscription-charge.ts'
import { settlementsRepository } from './modules/money/settlements/settlements.repository.ts'
import { settlementsService } from './modules/money/settlements/settlements.service.ts'
import { subscriptionActivitiesRepository } from './modules/money/subscriptions/subscription-activities.repository.ts'
import { subscriptionActivitiesService } from './modules/money/subscriptions/subscription-activities.service.ts'
import { subscriptionsRepository } from './modules/money/subscriptions/subscriptions.repository.ts'
import { subscriptionsService } from './modules/money/subscriptions/subscriptions.service.ts'
import { transactionsRepository } from './modules/money/transactions/transactions.repository.ts'
import { transactionsService } from './modules/money/transactions/transactions.service.ts'
import { approvalsQueue } from './modules/orders/approvals/approvals-queue.ts'
import { orderDecisions } from './modules/orders/approvals/order-decisions.ts'
import { noticesRepository } from './modules/orders/notices/notices.repository.ts'
import { noticesService } from './modules/orders/notices/notices.service.ts'
import { approvalTransitions } from './modules/orders/orders/approval-transitions.ts'
import { bookingService } from './modules/orders/orders/booking.service.ts'
import { orderLifecycleService } from './modules/orders/orders/order-lifecycle.service.ts'
import { orderListsRepository } from './modules/orders/orders/order-lists.repository.ts'
import { ordersCsv } from './modules/orders/orders/orders.csv.ts'
import { ordersRepository } from './modules/orders/orders/orders.repository.ts'
import { ordersService } from './modules/orders/orders/orders.service.ts'
import { pastServicesRepository } from './modules/orders/orders/past-services.repository.ts'
import { promotionsRepository } from './modules/orders/promotions/promotions.repository.ts'
import { promotionsService } from './modules/orders/promotions/promotions.service.ts'
import { proposalsService } from './modules/orders/proposals/proposals.service.ts'
import { shopActionsService } from './modules/orders/shop-links/shop-actions.service.ts'
import { shopEmailsService } from './modules/orders/shop-links/shop-emails.service.ts'
import { shopLinksRepository } from './modules/orders/shop-links/shop-links.repository.ts'
import { shopLinksService } from './modules/orders/shop-links/shop-links.service.ts'
import { bulkRepository } from './modules/vehicles/bulk/bulk.repository.ts'
import { bulkService } from './modules/vehicles/bulk/bulk.service.ts'
import { bulkReport } from './modules/vehicles/bulk/bulk-report.ts'
import { bulkRun } from './modules/vehicles/bulk/bulk-run.ts'
import { vinDecoder } from './modules/vehicles/bulk/vin-decoder.ts'
import { deletedVehiclesRepository } from './modules/vehicles/deleted-vehicles/deleted-vehicles.repository.ts'
import { deletedVehiclesService } from './modules/vehicles/deleted-vehicles/deleted-vehicles.service.ts'
import { gloveboxRepository } from './modules/vehicles/glovebox/glovebox.repository.ts'
import { gloveboxService } from './modules/vehicles/glovebox/glovebox.service.ts'
import { odometerRepository } from './modules/vehicles/odometer/odometer.repository.ts'
import { odometerService } from './modules/vehicles/odometer/odometer.service.ts'
import { odometerBatchesService } from './modules/vehicles/odometer/odometer-batches.service.ts'
import { odometerLogService } from './modules/vehicles/odometer/odometer-log.service.ts'
import { recallsService } from './modules/vehicles/recalls/recalls.service.ts'
import { telematicsService } from './modules/vehicles/telematics/telematics.service.ts'
import { telematicsSyncService } from './modules/vehicles/telematics/telematics-sync.service.ts'
import { transferRun } from './modules/vehicles/transfers/transfer-run.ts'
import { transfersRepository } from './modules/vehicles/transfers/transfers.repository.ts'
import { transfersService } from './modules/vehicles/transfers/transfers.service.ts'
import { vehicleBatchesRepository } from './modules/vehicles/vehicles/vehicle-batches.repository.ts'
import { vehicleBatchesService } from './modules/vehicles/vehicles/vehicle-batches.service.ts'
import { vehicleEntryRepository } from './modules/vehicles/vehicles/vehicle-entry.repository.ts'
import { vehicleEntryService } from './modules/vehicles/vehicles/vehicle-entry.service.ts'
import { vehiclesCsv } from './modules/vehicles/vehicles/vehicles.csv.ts'
import { vehiclesRepository } from './modules/vehicles/vehicles/vehicles.repository.ts'
import { vehiclesService } from './modules/vehicles/vehicles/vehicles.service.ts'
import { changeFeed } from './push/change-feed.ts'

const RECAPTCHA_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify'

/** What the server is given when it starts; everything else is made from it here. */
export interface ServerDependencies {
  config: Config
  db: Database
  log: Logger
  jobs: Jobs
  brands: readonly Brand[]
  files: FileStore
  /** Where settlement files of fuel cards go; else the file store only. */
  billing?: FuelCardBilling
  /** Tests share one; else it lies in the data folder. */
  vehicleCatalogue?: VehicleCatalogue
  /** Tests bring their own; null: there is none. */
  telematics?: Telematics | null
  recalls?: Recalls | null
  /** Tests ask for little. */
  captchaWork?: CaptchaWork
  /** Tests move it; else the machine's clock. */
  now?: () => Date
  /** Tests and benches bring a gateway with faults, and do not wait for minutes. */
  cards?: CardGateway
  paymentTimings?: PaymentTimings
  /** Tests shorten some. */
  limits?: Partial<PortLimits>
}

type PortOptions = { log?: Logger; limits?: Partial<PortLimits> | undefined }

/** Files in a bucket where one is configured, else in the data folder. */
export async function openFiles(config: Config, options: PortOptions = {}): Promise<FileStore> {
  if (config.s3 === null) return localFileStore(resolve(config.dataFolder, 'files'))
  // S3's client is large, and most installations start without it.
  const { s3FileStore } = await import('./integrations/files/live.ts')
  return s3FileStore(config.s3, { log: options.log, limits: { ...PORT_LIMITS, ...options.limits }.files })
}

/** Settlement files go to the provider's bucket where one is configured, else they are for download only (ruling 29). */
export async function openSettlementDelivery(
  config: Config,
  files: FileStore,
  options: PortOptions = {},
): Promise<FuelCardBilling> {
  if (config.fuelCardBucket === null) return localBilling(files)
  const [{ bucketBilling }, { s3FileStore }] = await Promise.all([
    import('./integrations/fuel-card-billing/live.ts'),
    import('./integrations/files/live.ts'),
  ])
  const limits = { ...PORT_LIMITS, ...options.limits }.files
  return bucketBilling(files, s3FileStore(config.fuelCardBucket, { log: options.log, limits }))
}

/** Key of the hashes that stand for people at the flag service. */
function flagSecret({ flagService }: Config, db: Database): () => Promise<string> {
  const hashKey = flagService?.hashKey
  return hashKey ? async () => hashKey : secretOf(db, 'flags')
}

/** Braintree where it is configured, else the sandbox (ruling 18). */
function cardGatewayOf({ braintree }: Config, limits: PortLimits, log: Logger, db: Database): CardGateway {
  if (braintree === null) return sandboxGateway(db)
  const gateway = lazyGateway(async () => {
    const { braintreeGateway } = await import('./integrations/card-gateway/live.ts')
    return braintreeGateway(braintree)
  })
  const isFailure = (error: unknown) => !(error instanceof CardRejected)
  return throughCircuit(gateway, createCircuit('card gateway', limits.cards, { log, isFailure }))
}

/** Braintree's notifications where it is configured, else the sandbox's. */
function gatewayNotificationsOf({ braintree }: Config, db: Database): GatewayNotifications {
  if (braintree === null) return sandboxNotifications(secretOf(db, 'card_notifications'))
  const loading = () => import('./integrations/card-gateway/live-notifications.ts')
  const source = async () => (await loading()).braintreeNotifications(braintree)
  return {
    read: async (signature, payload) => (await source()).read(signature, payload),
    answerChallenge: async (challenge) => (await source()).answerChallenge(challenge),
  }
}

/** SMTP where it is configured; else mail stays in its table. */
function mailPortOf({ smtp }: Config, limits: PortLimits, log: Logger): MailPort {
  if (smtp === null) return localMail
  return smtpMail(smtp, { limits: limits.mail, log })
}

/** Twilio where it is configured; else text messages stay in their table. */
function smsPortOf({ twilio }: Config, limits: PortLimits, log: Logger): SmsPort {
  if (twilio === null) return localSms
  const isFailure = (error: unknown) => error instanceof SmsUnavailable
  const circuit = createCircuit('sms', limits.sms, { log, isFailure })
  return throughCircuit(twilioSms(twilio), circuit, (error) => new SmsUnavailable(error.message))
}

/** The authorities where they may be asked; invented ones in the demo only (ruling 21). */
function recallsOf({ recalls }: Config, log: Logger): Recalls | null {
  if (recalls === 'live') return authorityRecalls(undefined, undefined, { log })
  return recalls === 'sample' ? sampleRecalls : null
}

/** MyGeotab where it is configured; simulated in demo mode only: invented readings are nothing for real vehicles (ruling 23). */
function telematicsOf({ geotab, demo }: Config, log: Logger): Telematics | null {
  if (geotab === null) return demo ? simulatedTelematics() : null
  return lazyTelematics(async () => {
    const { geotabTelematics } = await import('./integrations/telematics/live.ts')
    return geotabTelematics(geotab, undefined, undefined, { log })
  })
}

/** The composition root: the only place that constructs services and repositories, and that chooses live or local. */
export function composeServices(dependencies: ServerDependencies) {
  const { config, db, log, jobs, brands } = dependencies
  const limits = { ...PORT_LIMITS, ...dependencies.limits }
  /** Every port passes through here. */
  const guarded = <Port extends object>(name: string, port: Port) => guardTransactions(name, port, { log })
  const files = guarded('files', dependencies.files)
  const catalogueFolder = resolve(config.dataFolder, 'vehicle-catalogue')
  const flagProvider = config.flagService
    ? ofrepFlags(config.flagService, { limits: limits.flags, log })
    : localFlags
  const flags = guarded('flags', openFeatureFlags(flagProvider, flagSecret(config, db)))
  const account = accountService({ db, brands, flags: flagsService({ flags, brands }) })
  const mail = mailQueue(db, jobs)
  const audit = auditService({ db })
  const unsubscribe = unsubscribeService({ db, subscriptions: unsubscribeRepository })
  const captchaPort = guarded(
    'captcha',
    config.recaptcha
      ? recaptcha({ verifyUrl: RECAPTCHA_VERIFY_URL, ...config.recaptcha }, { limits: limits.captcha, log })
      : altchaCaptcha(secretOf(db, 'captcha'), dependencies.captchaWork),
  )
  const captcha = captchaService({ db, captcha: captchaPort, log })
  const trail = signInTrail({ db, jobs })
  const guard = signInGuard({ db, trail })
  const passwords = passwordsService({ db, brands, captcha, mail, audit, guard, trail })
  const preferences = preferencesService({ db, brands, passwords, mail })
  const session = sessionService({ db, account, captcha, mail, guard, trail })
  const now = dependencies.now ?? (() => new Date())
  const changes = changeFeed(db, log)
  const writing = userWriter({ users: usersRepository, audit, brands, now })
  const due = dueService(schedulesRepository)
  const vehicles = vehiclesService(vehiclesRepository, due)
  const odometer = odometerService(odometerRepository)
  const shops = shopsService(shopsRepository, vehicles)
  const services = servicesService(vehicles, shops)
  const schedule = scheduleService(scheduleRepository, vehicles, now)
  const history = historyService(historyRepository, vehicles)
  const orderLifecycle = orderLifecycleService({
    ...{ orders: ordersRepository, vehicles, odometer, shops, now },
    autoApproval: autoApproval(paymentsRepository),
  })
  const orders = ordersService({
    orders: ordersRepository,
    lists: orderListsRepository,
    pastServices: pastServicesRepository,
    lifecycle: orderLifecycle,
    vehicles,
    history,
  })
  // On this machine even where files lie in a bucket: what lies here is only on its way.
  const staging = localStaging(resolve(config.dataFolder, 'uploads'))
  const documents = documentsService(documentsRepository, files, staging, config.fleetStorageBytes)
  const originOf = (brand: Brand) => brandOrigin(brand, config)
  const invite = invitations({ passwords, mail, brands, originOf, now })
  const fleetAdmin = fleetAdminService({
    ...{ fleets: fleetAdminRepository, audit, brands },
    firstOwner: firstOwnerService({ users: usersRepository, invitations: invite, audit }),
  })
  const recalls = dependencies.recalls === undefined ? recallsOf(config, log) : dependencies.recalls
  const telematics =
    dependencies.telematics === undefined ? telematicsOf(config, log) : dependencies.telematics
  const cards = guarded('card gateway', dependencies.cards ?? cardGatewayOf(config, limits, log, db))
  const paymentMethods = paymentMethodsService({ db, cards, methods: paymentMethodsRepository })
  const transitions = approvalTransitions({ orders: ordersRepository, lifecycle: orderLifecycle, now })
  const money = { db, payments: paymentsRepository, transitions, lifecycle: orderLifecycle }
  const paymentRuns = paymentRunner({
    ...{ ...money, cards, log, announce: changes.announce },
    timings: dependencies.paymentTimings ?? PAYMENT_TIMINGS,
  })
  const refundRuns = refundRunner({
    ...{ ...money, cards, log, announce: changes.announce, refunds: refundsRepository },
    timings: dependencies.paymentTimings ?? PAYMENT_TIMINGS,
  })
  const payments = paymentsService({ ...money, runner: paymentRuns, refundRunner: refundRuns })
  const orderPayments = orderPaymentsService({
    ...{ db, orders, payments: paymentsRepository, refunds: refundsRepository },
    notifications: gatewayNotificationsRepository,
    reads: orderPaymentsRepository,
  })
  const subscriptions = subscriptionsService({
    ...{ db, brands, mail, originOf, log, now },
    subscriptions: subscriptionsRepository,
    charges: subscriptionCharge(paymentsRepository),
  })
  const decisions = orderDecisions({ orders, transitions, payments })
  const shopEmails = shopEmailsService({ links: shopLinksRepository, mail, originOf, now })
  const shopActions = shopActionsService({
    ...{ lifecycle: orderLifecycle, links: shopLinksRepository, schedule, documents, now },
    completion: orderCompletion({ payments: paymentsRepository, lifecycle: orderLifecycle }),
  })
  const scheduling = { schedules: schedulesRepository, vehicles, now }
  const vehicleCatalogue = cachedCatalogue(
    dependencies.vehicleCatalogue ?? createLocalVehicleCatalogue({ folder: catalogueFolder }),
  )
  const dues = dueDates({ db, due, vehicles, log })
  const deletedVehicles = deletedVehiclesService({ deleted: deletedVehiclesRepository, vehicles, audit, now })
  const runTransfers = transferRun({
    ...{ db, log, vehicles, now },
    transfers: transfersRepository,
    announce: changes.announce,
  })
  const uploadChecks = {
    vehicles: vehicleBatchesService(vehicleBatchesRepository, due),
    odometer: odometerBatchesService(odometerRepository),
    decode: vinDecoder(vehicleCatalogue),
  }
  const uploadReport = bulkReport({ db, uploads: bulkRepository, mail, brands, originOf })
  const entry = { vehicles, odometer, services, shops, documents, now }
  return {
    config,
    db,
    log,
    brands,
    originOfRequest: originOfRequest(config, brands),
    files,
    staging,
    /** In demo mode, where no mail leaves the server, people read it in the browser. */
    hasMailbox: config.demo && config.smtp === null,
    mailPort: guarded('mail', mailPortOf(config, limits, log)),
    smsPort: guarded('sms', smsPortOf(config, limits, log)),
    documents,
    services,
    shops,
    schedule,
    orders,
    orderLifecycle,
    booking: bookingService({ orders: ordersRepository, reads: orders, vehicles, services, schedule }),
    proposals: proposalsService({ lifecycle: orderLifecycle, orders, schedule, now }),
    promotions: promotionsService({
      ...{ db, orders, vehicles, services, schedule, now },
      promotions: promotionsRepository,
      lifecycle: orderLifecycle,
    }),
    orderNotices: noticesService({
      ...{ db, mail, now, brands, originOf, shopEmails },
      notices: noticesRepository,
      texts: smsQueue(jobs),
      secret: unsubscribe.secret,
    }),
    shopActions,
    shopLinks: shopLinksService({
      db,
      links: shopLinksRepository,
      orders,
      emails: shopEmails,
      mail,
      brands,
      originOf,
      now,
    }),
    ordersFile: ordersCsv(db, orderListsRepository, pastServicesRepository),
    vehicles,
    vehiclesFile: vehiclesCsv(db),
    vehicleEntry: vehicleEntryService({
      ...{ vehicles, odometer, brands, now },
      entries: vehicleEntryRepository,
      deleted: deletedVehicles,
    }),
    deletedVehicles,
    vehicleCatalogue,
    bulkUpsertions: bulkService({
      db,
      uploads: bulkRepository,
      jobs,
      report: uploadReport,
      checks: uploadChecks,
      now,
    }),
    bulkRun: bulkRun({
      db,
      log,
      uploads: bulkRepository,
      ...uploadChecks,
      report: uploadReport,
      notify: changes.tell,
      announce: changes.announce,
      startDueDates: dues.startFleet,
    }),
    transferRun: runTransfers,
    transfers: transfersService({ db, transfers: transfersRepository, run: runTransfers, jobs }),
    telematics: telematicsService(vehicles),
    recalls: recallsService({
      ...{ db, log, now, announce: changes.announce },
      source: recalls && guarded('recalls', recalls),
    }),
    telematicsSync: telematicsSyncService({
      ...{ db, jobs, log, vehicles, odometer, now },
      provider: telematics && guarded('telematics', telematics),
      announce: changes.announce,
    }),
    glovebox: gloveboxService({ items: gloveboxRepository, vehicles, documents, now }),
    history,
    historyEntry: historyEntryService({ histories: historyRepository, ...entry }),
    intervals: intervalsService(intervalsRepository),
    dueDates: dues,
    reminderPlanner: reminderPlanner({ db, plan: reminderPlanRepository }),
    reminderSender: reminderSender({
      ...{ db, mail, brands, originOf },
      post: reminderSenderRepository,
      texts: smsQueue(jobs),
      secret: unsubscribe.secret,
      log,
    }),
    sentReminders: sentRemindersService({ db, sent: sentRemindersRepository, now }),
    unsubscribe,
    templates: templatesService({ templates: templatesRepository, vehicles, services, now }),
    policies: policiesService({ policies: policiesRepository, services, audit }),
    schedules: schedulesService({ ...scheduling, dueRows: dueRowsRepository, source: ownSchedules }),
    marks: marksService({ ...scheduling, services }),
    mileage: mileageService({ ...scheduling, odometer }),
    reminders: remindersService(schedulesRepository, vehicles, now),
    odometerLog: odometerLogService({ readings: odometerRepository, odometer, vehicles, now }),
    sync: syncService(syncRepository, vehicles, now),
    account,
    changes,
    tickets: ticketsService({ db }),
    fleets: fleetsService({ db }),
    fleetAdmin,
    shopImport: shopImportService({ db, shops: shopImportRepository }),
    companies: companiesService({
      ...{ db, audit, brands },
      ...{ companies: companiesRepository, invitations: invite },
    }),
    fleetDeletion: fleetDeletionService({
      ...{ db, audit, jobs },
      ...{ fleets: fleetAdminRepository, deletions: fleetDeletionRepository },
    }),
    fleet: fleetService({
      ...{ db, account, session, audit },
      ...{ telematicsNames: telematicsNamesService, admin: fleetAdmin },
    }),
    ownSessions: ownSessionsService({ db, trail }),
    signInTrail: trail,
    lockoutNotice: lockoutNotice({ db, mail, brands, originOf }),
    captcha,
    passwords,
    preferences,
    users: usersService({
      ...{ db, mail, brands, now, audit, passwords },
      users: usersRepository,
      writing,
      invitations: invite,
    }),
    ownUser: ownUserService({ users: usersRepository, writing, preferences }),
    usersFile: usersCsv({ db, now }),
    audit,
    partners: partnersService({ db, partners: config.partners }),
    session,
    paymentMethods,
    payments,
    orderPayments,
    gatewayNotifications: gatewayNotificationsService({
      ...{ db, log, now, lifecycle: orderLifecycle, announce: changes.announce },
      ...{ payments: paymentsRepository, refunds: refundsRepository },
      notifications: gatewayNotificationsRepository,
      subscriptions,
      source: gatewayNotificationsOf(config, db),
    }),
    subscriptionActivities: subscriptionActivitiesService({
      db,
      activities: subscriptionActivitiesRepository,
    }),
    activeOrders: activeOrdersService({ db }),
    approvalsQueue: approvalsQueue({ db }),
    transactions: transactionsService({ db, transactions: transactionsRepository }),
    subscriptions,
    settlements: settlementsService({
      ...{ db, now, log, settlements: settlementsRepository },
      billing: guarded('fuel card billing', dependencies.billing ?? localBilling(dependencies.files)),
    }),
    manualReview: manualReviewService({
      ...{ db, orders, lifecycle: orderLifecycle, payments: paymentsRepository, refunds: refundsRepository },
      ...{ orderPayments, runner: paymentRuns, refundRunner: refundRuns },
    }),
    decisions,
    signUp: signUpService({ db, account, session, captcha, mail, cards, paymentMethods }),
    shellCustomers: shellCustomersService({
      ...{ db, session, mail, brands },
      telematicsNames: telematicsNamesService,
    }),
    now,
    /** Changes when the database is restored from a backup, so that devices send again what it does not know. */
    epoch: async () =>
      (await db.query<{ epoch: string }>(sql`select epoch from server_meta`))[0]?.epoch ?? '',
  }
}
export type Services = ReturnType<typeof composeServices>
