import type { Services } from '#server/composition/services.ts'
import { followPrimary } from '#server/db/replica/follow-primary.ts'
import { followTimeline, NEW_EPOCH } from '#server/db/timeline.ts'
import { pollLoop } from '#server/jobs/poll-loop.ts'
import { shopSimulator } from '#server/jobs/shop-simulator.ts'
import { createVaultCleaner } from '#server/modules/money/payment-methods/vault-cleaner.ts'
import type { StopStack } from './stop-stack.ts'

/** Starts the work that a server looks for by itself, every few seconds. */
export function startPollers(services: Services, started: StopStack) {
  startPayments(services, started)
  startSettlementChecks(services, started)
  startSettlements(services, started)
  startSubscriptions(services, started)
  startNotices(services, started)
  startReminders(services, started)
  startReportMails(services, started)
  startTimeline(services, started)
  startPrimary(services, started)
}

/** Pause between two probes of the primary. A probe takes at most three seconds. */
const PRIMARY_MS = 1000

function startPrimary({ db, log, changes }: Services, started: StopStack) {
  const follower = pollLoop(followPrimary({ db, log, onLost: changes.reconnect }), PRIMARY_MS, () => {})
  started.push(() => follower.stop())
  follower.start()
}

/** Devices learn within seconds that a replica was promoted. */
const TIMELINE_MS = 2000

function startTimeline({ db, log }: Services, started: StopStack) {
  async function round() {
    if (await followTimeline(db)) log.warn(NEW_EPOCH)
  }
  // A database that does not respond is reported elsewhere.
  const follower = pollLoop(round, TIMELINE_MS, () => {})
  started.push(() => follower.stop())
  follower.start()
}

type MayContinue = () => boolean

/** Starts a loop whose rounds work off a backlog. A stop of the server ends a round between two steps. */
function startBacklog(
  started: StopStack,
  round: (mayContinue: MayContinue) => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): void {
  let isStopping = false
  const loop = pollLoop(() => round(() => !isStopping), everyMs, onError)
  started.push(() => {
    isStopping = true
    return loop.stop()
  })
  loop.start()
}

/** Orders approved by policy or completed are charged within a second or two. */
const PAYMENTS_MS = 1000

export function startPayments({ payments, db, ports, log }: Services, started: StopStack) {
  const cleanVault = createVaultCleaner({ db, ports })
  async function round(mayContinue: MayContinue) {
    while (mayContinue() && (await payments.reconcile()) > 0);
    while (mayContinue() && (await payments.sendReceipts()) > 0);
    await cleanVault()
  }
  startBacklog(started, round, PAYMENTS_MS, (error) => log.warn({ err: error }, 'Processing payments failed'))
}

/** A settlement is final after a day or two, and each check is due an hour after the last one. */
const SETTLEMENT_CHECKS_MS = 60_000

function startSettlementChecks({ payments, log }: Services, started: StopStack) {
  async function round(mayContinue: MayContinue) {
    while (mayContinue() && (await payments.checkSettlements()) > 0);
  }
  startBacklog(started, round, SETTLEMENT_CHECKS_MS, (error) =>
    log.warn({ err: error }, 'Checking settlements failed'),
  )
}

/** Settlement files of a day are ready a minute after it ends. */
const SETTLEMENTS_MS = 60_000

function startSettlements({ settlements, log }: Services, started: StopStack) {
  const settler = pollLoop(settlements.runDue, SETTLEMENTS_MS, (error) =>
    log.warn({ err: error }, 'Writing settlement files failed'),
  )
  started.push(() => settler.stop())
  settler.start()
}

/** Subscriptions are charged within a minute of the start of the month. */
const SUBSCRIPTIONS_MS = 60_000

function startSubscriptions({ subscriptions, log }: Services, started: StopStack) {
  const charger = pollLoop(subscriptions.runDue, SUBSCRIPTIONS_MS, (error) =>
    log.warn({ err: error }, 'Charging subscriptions failed'),
  )
  started.push(() => charger.stop())
  charger.start()
}

/** Users who wait for a confirmation are notified within seconds. */
const NOTICES_MS = 3000

function startNotices({ orderNotices, log }: Services, started: StopStack) {
  async function round(mayContinue: MayContinue) {
    while (mayContinue() && (await orderNotices.sendPending()) > 0);
  }
  startBacklog(started, round, NOTICES_MS, (error) =>
    log.warn({ err: error }, 'Sending order notices failed'),
  )
}

/** Maximum delay of a reminder. */
const REMINDERS_MS = 15_000

export function startReminders({ reminderPlanner, reminderSender, log }: Services, started: StopStack) {
  async function round(mayContinue: MayContinue) {
    await reminderPlanner.planAppointments(new Date())
    while (mayContinue() && (await reminderSender.round(new Date())) > 0);
  }
  startBacklog(started, round, REMINDERS_MS, (error) => log.warn({ err: error }, 'Sending reminders failed'))
}

/** Reports are sent within a minute of seven o'clock in the fleet's time zone. */
const REPORT_MAILS_MS = 60_000

function startReportMails({ reportMailSender, log }: Services, started: StopStack) {
  async function round(mayContinue: MayContinue) {
    while (mayContinue() && (await reportMailSender.sendNext(new Date())));
  }
  startBacklog(started, round, REPORT_MAILS_MS, (error) =>
    log.warn({ err: error }, 'Sending reports by email failed'),
  )
}

export function startSimulator(
  { db, log, config, now: clock, ports, changes }: Services,
  started: StopStack,
  print: (line: string) => void,
) {
  const simulator = shopSimulator({
    db,
    log,
    clock,
    ports,
    announce: changes.announce,
    stepSeconds: config.shopSeconds,
  })
  started.push(() => simulator.stop())
  simulator.start()
  print('Demo: simulated shops confirm, estimate and complete the orders that you book.')
}
