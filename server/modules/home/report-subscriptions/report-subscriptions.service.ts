import type { ReportSubscription, ReportSubscriptionInput } from '#contract/home/report-subscriptions.ts'
import { dayIn } from '#domain/core/days.ts'
import { REPORT_SUBSCRIPTIONS_MAX } from '#domain/core/limits.ts'
import { nextPeriodStart } from '#domain/home/report-periods.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
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
