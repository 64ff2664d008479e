import type { ReportSubscription, ReportSubscriptionInput } from '#contract/home/report-subscriptions.ts'
import { dayIn } from '#domain/core/days.ts'
import { REPORT_SUBSCRIPTIONS_MAX } from '#domain/core/limits.ts'
import { lastCompletePeriod, nextPeriodStart } from '#domain/home/report-periods.ts'
import { REPORT_SENDS_PER_HOUR } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { limitAttempts } from '../../access/session/attempts.ts'
import { queueReport } from './queue-report.ts'
import { reportMailSenderRepository } from './report-mail-sender.repository.ts'
import { reportSubscriptionsRepository as subscriptions } from './report-subscriptions.repository.ts'

type InFleet = Pick<UseCase, 'tx' | 'actor'>

/** Returns the user's own subscriptions in this fleet. */
export async function listSubscriptions({ tx, actor }: InFleet) {
  return { subscriptions: await subscriptions.list(tx, actor) }
}

/** Subscribes the user to a report, or resumes what was ended. Idempotent. Errors: validation. */
export async function subscribe(
  { tx, actor, clock }: UseCase,
  input: ReportSubscriptionInput,
): Promise<{ body: ReportSubscription }> {
  await subscriptions.lock(tx, { userId: actor.userId, fleetId: actor.fleet.id })
  if ((await subscriptions.countOthers(tx, actor, input)) >= REPORT_SUBSCRIPTIONS_MAX)
    throw new Problem('validation', { fields: { subscriptions: ['too_many'] } })
  const today = dayIn(actor.fleet.timeZone, clock())
  return {
    body: await subscriptions.upsert(tx, actor, {
      ...input,
      today,
      nextOn: nextPeriodStart(input.every, today),
    }),
  }
}

/** Errors: not_found. */
export async function endSubscription({ tx, actor, clock }: UseCase, id: number) {
  if (!(await subscriptions.end(tx, actor, id, clock()))) throw new Problem('not_found')
  return { body: { success: true } as const }
}

const HOUR_SECONDS = 3600

/**
 * Emails the report of the last complete week or month to the actor, with the content of a subscription (decision 107).
 * `tx` is a `system` transaction. Errors: too_many, mail_unavailable.
 */
export async function sendReport(
  { tx, actor, clock, ports }: UseCase<'mail' | 'brands' | 'originOf'>,
  input: ReportSubscriptionInput,
) {
  await ports.mail.requireAvailable()
  const bucket = `report:${actor.fleet.id}:${actor.userId}`
  await limitAttempts(tx, bucket, REPORT_SENDS_PER_HOUR, HOUR_SECONDS)
  const now = clock()
  const period = lastCompletePeriod(input.every, dayIn(actor.fleet.timeZone, now))
  const reader = await reportMailSenderRepository.readerOf(tx, actor)
  await queueReport({ tx, now, ports }, { ...reader, ...input }, { actor, period, token: null })
  return { body: { email: reader.email, ...period } }
}
