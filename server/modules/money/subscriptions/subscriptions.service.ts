import { dayIn } from '#domain/core/days.ts'
import { paysThroughApp } from '#domain/money/pays-through-app.ts'
import { cents } from '#domain/orders/prices.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import { Problem } from '#server/problem.ts'
import { moneyText } from '#server/texts/money-text.ts'
import { monthText } from '#server/texts/month-text.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import { startSubscriptionCharge } from '../payments/automatic-charges.ts'
import { nextStep } from './subscription-rules.ts'
import {
  type OpenMonth,
  type Subscriber,
  subscriptionsRepository as subscriptions,
} from './subscriptions.repository.ts'

/** What the charging job needs. */
interface DueRun {
  db: Database
  clock: () => Date
  ports: Pick<Ports, 'brands' | 'mail' | 'originOf'> & {
    log: { warn(about: object, message: string): void }
  }
}

/** Months that one server handles in parallel. */
const CONCURRENCY = 8

/**
 * Charges subscriptions (ruling 32, decision 47): opens the months that have begun, then charges, closes or gives up the
 * due ones. Returns the number of due months. Safe with several servers: each month has one row, which is locked for an
 * attempt, and the database allows one live and one captured payment per month. `advancePayment` does the rest.
 * Throws if a step failed, after the others.
 */
export async function chargeDueMonths(
  context: DueRun,
  mayContinue: () => boolean = () => true,
): Promise<number> {
  const { db, clock, ports } = context
  await openMonths(context)
  const open = await subscriptions.openMonths(db)
  const due = open.filter((month) => nextStep(month, dayIn(month.time_zone, clock())) !== 'wait')
  let failed = 0
  for (let n = 0; n < due.length && mayContinue(); n += CONCURRENCY) {
    const steps = due.slice(n, n + CONCURRENCY).map((each) => advance(context, each.fleet_id, each.month))
    for (const result of await Promise.allSettled(steps))
      if (result.status === 'rejected') {
        failed++
        ports.log.warn({ err: result.reason }, 'A subscription could not be charged')
      }
  }
  if (failed > 0) throw new Error(`Subscriptions that could not be charged: ${failed}`)
  return due.length
}

/** Reopens a closed month, because the bank reversed or returned its payment (decisions 46 and 50). */
export async function reopenMonth(
  tx: Transaction,
  charge: { fleetId: number; month: string; from: 'paid' | 'failed' },
): Promise<void> {
  await subscriptions.reopen(tx, { ...charge, isRetryNow: false })
}

/** Returns whether a month still has to be paid. */
export const isMonthOwed = subscriptions.isOwed

/** Locks a month, paid or not. */
export const lockMonth = subscriptions.lockAny

/** Retries a month that was given up. Errors: not_found, order_status (it was not given up). */
export async function retryMonth({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, month: string) {
  const charge = { fleetId: actor.fleet.id, month, from: 'failed' as const, isRetryNow: true }
  if (!(await subscriptions.reopen(tx, charge))) throw new Problem('order_status')
  return { body: { subscription_month: month } }
}

async function openMonths({ db, clock, ports: { brands, log } }: DueRun): Promise<void> {
  const zones = (await subscriptions.zones(db)).map((zone) => ({ zone, month: monthIn(zone, clock) }))
  for (const fleet of await subscriptions.withoutMonth(db, zones)) {
    const price = brands.find(({ key }) => key === fleet.brand)?.subscription?.[currencyOf(fleet)]
    if (price === undefined) {
      log.warn({ fleet: fleet.id, brand: fleet.brand }, 'The brand of a subscription has no price')
      continue
    }
    const charge = {
      fleetId: fleet.id,
      month: monthIn(fleet.time_zone, clock),
      price,
      currency: currencyOf(fleet),
    }
    await db.system((tx) => subscriptions.open(tx, charge))
  }
}

async function giveUp(
  { brands, mail, originOf }: DueRun['ports'],
  tx: Transaction,
  { fleet_id: fleetId, month, amount }: OpenMonth,
): Promise<void> {
  await subscriptions.close(tx, fleetId, month, 'failed')
  const fleet = await subscriptions.fleet(tx, fleetId)
  const brand = brandOrDefault(brands, fleet.brand)
  // TRX-027. With the fleet, because the recipient's session may act for another one.
  const [page, address] = paysThroughApp(fleet)
    ? (['settings', `${originOf(brand)}/settings?tab=payments&fleet=${fleetId}`] as const)
    : (['transactions', `${originOf(brand)}/fleet_transactions?fleet=${fleetId}`] as const)
  for (const { email, first_name: firstName, language } of await subscriptions.owners(tx, fleetId)) {
    const texts = translateGroup(language, 'server/subscriptions:failedMail', {
      fleet: fleet.name,
      name: firstName,
    })
    const { heading, footer } = texts
    const rendered = renderEmail(brand, {
      language,
      heading,
      paragraphs: texts[page].paragraphs.split('\n'),
      footer,
      facts: [
        { label: texts.fact.month, value: monthText(month.slice(0, 7), language) },
        { label: texts.fact.amount, value: moneyText(fleet.country, amount) },
      ],
      action: { label: texts[page].action, address },
    })
    await mail.queue(tx, { recipient: email, subject: heading, ...rendered })
  }
}

/** Runs the next step of one month, with its row locked. */
async function advance({ db, clock, ports }: DueRun, fleetId: number, month: string): Promise<void> {
  try {
    await db.system(async (tx) => {
      const open = await subscriptions.lock(tx, fleetId, month)
      if (!open) return
      const today = dayIn(open.time_zone, clock())
      const next = nextStep(open, today)
      // An earlier payment holds the whole amount if its refund failed.
      const step = next !== 'wait' && cents(open.amount) <= 0 ? 'paid' : next
      if (step === 'paid') await subscriptions.close(tx, fleetId, month, 'paid')
      if (step === 'charge') {
        await subscriptions.markAttempt(tx, fleetId, month, today)
        await startSubscriptionCharge(tx, { fleetId, month, amount: open.amount })
      }
      if (step === 'give_up') await giveUp(ports, tx, open)
    })
  } catch (error) {
    // The previous attempt was completed in the meantime.
    if (!isUniqueViolation(error, 'payments_one_live_subscription')) throw error
  }
}

const monthIn = (zone: string, clock: () => Date) => `${dayIn(zone, clock()).slice(0, 7)}-01`

const currencyOf = ({ country }: Subscriber) => (country === 'CA' ? ('CAD' as const) : ('USD' as const))
