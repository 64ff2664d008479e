import { distanceUnitOf } from '#contract/core/locale.ts'
import { can } from '#domain/access/permissions.ts'
import { dayIn } from '#domain/core/days.ts'
import { lastCompletePeriod, nextPeriodStart } from '#domain/home/report-periods.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isDatabaseUnavailable, isStatementTimeout } from '#server/db/database-errors.ts'
import { mayActFor } from '#server/modules/access/fleet-access.ts'
import { unsubscribeToken } from '#server/modules/maintenance/reminders/unsubscribe-token.ts'
import type { Ports } from '#server/use-case.ts'
import { queueReport } from './queue-report.ts'
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

/** A failure of one report does not affect others; it is retried in an hour. */
async function sendOrPostpone(sending: Sending, due: DueSubscription): Promise<void> {
  const { tx, now, ports } = sending
  try {
    await tx.attempt(() => send(sending, due))
  } catch (error) {
    // Retrying a report that exceeds the statement timeout at once would hold back the others.
    if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error
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
  if (due.last_period !== period.from) {
    const token = unsubscribeToken(await sending.ports.unsubscribeSecret(), due.id, 'report')
    await queueReport(sending, due, { actor, period, token })
  }
  await repository.advance(tx, due.id, { nextOn: nextPeriodStart(due.every, today), period: period.from })
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
