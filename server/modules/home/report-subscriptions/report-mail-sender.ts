import { distanceUnitOf } from '#contract/core/locale.ts'
import { can } from '#domain/access/permissions.ts'
import { dayIn } from '#domain/core/days.ts'
import { lastCompletePeriod, nextPeriodStart } from '#domain/home/report-periods.ts'
import type { Actor } from '#server/actor.ts'
import { asTenant } from '#server/db/as-tenant.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isDatabaseUnavailable } from '#server/http/errors/database-errors.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import { mayActFor } from '#server/modules/access/fleet-access.ts'
import { unsubscribeToken } from '#server/modules/maintenance/reminders/unsubscribe-token.ts'
import type { Ports } from '#server/use-case.ts'
import { reportEmail } from './report-email.ts'
import { readReportFigures } from './report-figures.ts'
import {
  type DueSubscription,
  reportMailSenderRepository as repository,
} from './report-mail-sender.repository.ts'

const RETRY_DELAY_MS = 3_600_000

interface SenderPorts extends Pick<Ports, 'mail' | 'brands' | 'originOf' | 'unsubscribeSecret'> {
  log: { error(about: object, message: string): void }
}
type Sending = { tx: Transaction; now: Date; ports: SenderPorts }

/** Binds the database and the ports, for the poller. */
export function reportMailSender({ db, ports }: { db: Database; ports: SenderPorts }) {
  return {
    /**
     * Sends the report that has been due for the longest time. The email and the subscription's next day are written in
     * one transaction, so that no period is sent twice, even if a server is killed or several servers run.
     * @returns whether there was one
     */
    sendNext: (now: Date): Promise<boolean> =>
      db.system(async (tx) => {
        const due = await repository.takeDue(tx, now)
        if (due) await sendOrPostpone({ tx, now, ports }, due)
        return due !== null
      }),
  }
}
export type ReportMailSender = ReturnType<typeof reportMailSender>

/** A failure of one report does not affect others; it is retried in an hour. */
async function sendOrPostpone(sending: Sending, due: DueSubscription): Promise<void> {
  const { tx, now, ports } = sending
  try {
    await tx.attempt(() => send(sending, due))
  } catch (error) {
    if (isDatabaseUnavailable(error) && !isTimeout(error)) throw error
    ports.log.error({ err: error, subscription: due.id }, 'A report could not be sent by email')
    await repository.postpone(tx, due.id, new Date(now.getTime() + RETRY_DELAY_MS))
  }
}

async function send(sending: Sending, due: DueSubscription): Promise<void> {
  const { tx, now } = sending
  const actor = actorOf(due)
  if (!due.user_is_active || !mayActFor(due.roles, due.access) || !can(actor, 'reports.read'))
    return repository.remove(tx, due.id)
  const today = dayIn(due.time_zone, now)
  // After weeks without a server, only the latest period is sent.
  const period = lastCompletePeriod(due.every, today)
  if (due.last_period !== period.from) await queueReport(sending, due, { actor, period })
  await repository.advance(tx, due.id, { nextOn: nextPeriodStart(due.every, today), period: period.from })
}

async function queueReport(
  { tx, now, ports }: Sending,
  due: DueSubscription,
  { actor, period }: { actor: Actor; period: ReturnType<typeof lastCompletePeriod> },
): Promise<void> {
  const { brands, originOf, mail } = ports
  const brand = brands.find(({ key }) => key === due.brand) ?? brands.find(({ isDefault }) => isDefault)
  if (!brand) throw new Error('There is no brand.')
  const origin = originOf(brand)
  const ending = `${origin}/unsubscribe/${unsubscribeToken(await ports.unsubscribeSecret(), due.id, 'report')}`
  const figures = await asTenant(tx, due.fleet_id, () =>
    readReportFigures({ tx, actor, clock: () => now }, due, period),
  )
  const content = reportEmail({ due, actor, period, figures, brand, origin, ending })
  await mail.queue(tx, {
    ...{ recipient: due.email, unsubscribe: ending, subject: content.heading },
    ...renderEmail(brand, content),
  })
}

/** The user with the rights that they have now. */
const actorOf = (due: DueSubscription): Actor => ({
  userId: due.user_id,
  roles: due.roles,
  language: due.language,
  fleet: {
    id: due.fleet_id,
    country: due.country,
    unit: distanceUnitOf(due.country),
    timeZone: due.time_zone,
    affiliationId: due.affiliation_id,
  },
})

/** For a report that exceeds the statement timeout: retrying it at once would hold back the others. */
const isTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014'
