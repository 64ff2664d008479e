import type { Services } from '#server/composition/services.ts'
import { followPrimary } from '#server/db/replica/follow-primary.ts'
import { followTimeline, NEW_EPOCH } from '#server/db/timeline.ts'
import { pollLoop } from '#server/jobs/poll-loop.ts'
import type { PollerWatch } from '#server/jobs/poller-watch.ts'
import { shopSimulator } from '#server/jobs/shop-simulator.ts'
import { createVaultCleaner } from '#server/modules/money/payment-methods/vault-cleaner.ts'
import type { StopStack } from './stop-stack.ts'

/** What ends the pollers, and what records their successes. */
interface Started {
  started: StopStack
  watch: PollerWatch
}

/** Starts the work that a server looks for by itself, every few seconds. */
export function startPollers(services: Services, { started, watch }: Started) {
  startPayments(services, { started, watch })
  startSettlements(services, { started, watch })
  startSubscriptions(services, { started, watch })
  startNotices(services, { started, watch })
  startReminders(services, { started, watch })
  startReportMails(services, { started, watch })
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

interface Poller {
  /** Label of its metric (docs/operate/metrics.md). */
  name: string
  everyMs: number
  /** Log line of a failed round. */
  failure: string
  round: (mayContinue: MayContinue) => Promise<unknown>
}

/**
 * A round ends after this time, so that a long backlog is not reported as a failure. Well below the ten minutes after which
 * an alert fires.
 */
const ROUND_MAX_MS = 5 * 60_000

/**
 * Starts a loop whose rounds work off a backlog. A stop of the server ends a round between two steps. A round succeeds only
 * if all its steps did: otherwise a step that works would hide that the next one fails in every round.
 */
function startPoller(
  { log }: Pick<Services, 'log'>,
  { started, watch }: Started,
  { name, everyMs, failure, round }: Poller,
): void {
  let isStopping = false
  async function watchedRound() {
    const endAt = watch.now() + ROUND_MAX_MS
    await round(() => !isStopping && watch.now() < endAt)
    watch.noteSuccess(name)
  }
  const loop = pollLoop(watchedRound, everyMs, (error) => log.warn({ err: error }, failure))
  started.push(() => {
    isStopping = true
    return loop.stop()
  })
  watch.noteSuccess(name)
  loop.start()
}

/** Orders approved by policy or completed are charged within a second or two. */
const PAYMENTS_MS = 1000
/** No one waits for the removals, and each round logs how many the gateway rejects. */
const REMOVALS_MS = 60_000
/** A settlement is final after a day or two, and each check is due an hour after the last one. */
const SETTLEMENT_CHECKS_MS = 60_000

export function startPayments({ payments, db, ports, log }: Services, started: Started) {
  startPoller({ log }, started, {
    name: 'payments',
    everyMs: PAYMENTS_MS,
    failure: 'Processing payments failed',
    async round(mayContinue) {
      while (mayContinue() && (await payments.reconcile()) > 0);
    },
  })
  startPoller({ log }, started, {
    name: 'receipts',
    everyMs: PAYMENTS_MS,
    failure: 'Sending receipts failed',
    async round(mayContinue) {
      while (mayContinue() && (await payments.sendReceipts()) > 0);
    },
  })
  startPoller({ log }, started, {
    name: 'removed-cards',
    everyMs: REMOVALS_MS,
    failure: 'Deleting removed cards at the card gateway failed',
    round: createVaultCleaner({ db, ports }),
  })
  startPoller({ log }, started, {
    name: 'settlement-checks',
    everyMs: SETTLEMENT_CHECKS_MS,
    failure: 'Checking settlements failed',
    async round(mayContinue) {
      while (mayContinue() && (await payments.checkSettlements()) > 0);
    },
  })
}

/** Settlement files of a day are ready a minute after it ends. */
const SETTLEMENTS_MS = 60_000

function startSettlements({ settlements, log }: Services, started: Started) {
  startPoller({ log }, started, {
    name: 'settlement-files',
    everyMs: SETTLEMENTS_MS,
    failure: 'Writing settlement files failed',
    round: settlements.runDue,
  })
}

/** Subscriptions are charged within a minute of the start of the month. */
const SUBSCRIPTIONS_MS = 60_000

function startSubscriptions({ subscriptions, log }: Services, started: Started) {
  startPoller({ log }, started, {
    name: 'subscriptions',
    everyMs: SUBSCRIPTIONS_MS,
    failure: 'Charging subscriptions failed',
    round: subscriptions.runDue,
  })
}

/** Users who wait for a confirmation are notified within seconds. */
const NOTICES_MS = 3000

function startNotices({ orderNotices, log }: Services, started: Started) {
  startPoller({ log }, started, {
    name: 'order-notices',
    everyMs: NOTICES_MS,
    failure: 'Sending order notices failed',
    async round(mayContinue) {
      while (mayContinue() && (await orderNotices.sendPending()) > 0);
    },
  })
}

/** Maximum delay of a reminder. */
const REMINDERS_MS = 15_000

export function startReminders({ reminderPlanner, reminderSender, log }: Services, started: Started) {
  startPoller({ log }, started, {
    name: 'reminders',
    everyMs: REMINDERS_MS,
    failure: 'Sending reminders failed',
    async round(mayContinue) {
      await reminderPlanner.planAppointments(new Date())
      while (mayContinue() && (await reminderSender.round(new Date())) > 0);
    },
  })
}

/** Reports are sent within a minute of seven o'clock in the fleet's time zone. */
const REPORT_MAILS_MS = 60_000

function startReportMails({ reportMailSender, log }: Services, started: Started) {
  startPoller({ log }, started, {
    name: 'report-mails',
    everyMs: REPORT_MAILS_MS,
    failure: 'Sending reports by email failed',
    async round(mayContinue) {
      while (mayContinue() && (await reportMailSender.sendNext(new Date())));
    },
  })
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
