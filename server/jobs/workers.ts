import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import { eraseSecrets } from '#server/integrations/mail/mail-queue.ts'
import { AddressRejected, type Mail, type MailPort, MailUnavailable } from '#server/integrations/mail/port.ts'
import type { SmsPort } from '#server/integrations/sms/port.ts'
import { deliverTextMessage } from '#server/integrations/sms/sms-queue.ts'
import type { LockoutNotice } from '#server/modules/access/sign-ins/lockout-notice.ts'
import { refreshServiceDemand } from '#server/modules/catalog/services/service-demand.ts'
import { purgeDeletedFleets, purgeFleet } from '#server/modules/fmc/fleets/fleet-deletion.service.ts'
import { foldFleetTallies } from '#server/modules/fmc/fleets/fleets.reads.ts'
import type { TransferRun } from '#server/modules/fmc/transfers/transfer-run.ts'
import { transfersRepository } from '#server/modules/fmc/transfers/transfers.repository.ts'
import type { ReminderPlanner } from '#server/modules/maintenance/reminders/reminder-planner.service.ts'
import type { ReminderSender } from '#server/modules/maintenance/reminders/reminder-sender.service.ts'
import { quietSecondsLeft } from '#server/modules/maintenance/reminders/reminder-times.ts'
import type { DueDates } from '#server/modules/maintenance/schedules/due-dates.ts'
import { gatewayNotificationsRepository } from '#server/modules/money/payments/notifications/gateway-notifications.repository.ts'
import { refreshNetworkPrices } from '#server/modules/orders/approvals/network-prices.ts'
import type { BulkRun } from '#server/modules/vehicles/bulk/bulk-run.ts'
import { deleteOldActions } from '#server/modules/vehicles/bulk-actions/bulk-actions.repository.ts'
import type { BulkActionsRun } from '#server/modules/vehicles/bulk-actions/bulk-actions-run.ts'
import { deletedVehiclesRepository } from '#server/modules/vehicles/deleted-vehicles/deleted-vehicles.repository.ts'
import { vehiclesRepository } from '#server/modules/vehicles/vehicles/vehicles.repository.ts'
import type { ChangeFeed } from '#server/push/change-feed.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired.ts'
import { removeDiscardedFiles, removeOrphanFiles, removeStaleParts } from './file-janitor.ts'
import { claimFileStore } from './file-store-owner.ts'
import type { Workers } from './jobs.ts'
import { refreshNewYearCosts } from './new-year-costs.ts'

interface WorkerDependencies {
  db: Database
  mail: MailPort
  smsPort: SmsPort
  now: () => Date
  files: FileStore
  dueDates: Pick<DueDates, 'refreshAll'>
  reminderPlanner: Pick<ReminderPlanner, 'planDay'>
  reminderSender: Pick<ReminderSender, 'forgetOld'>
  telematicsSync: { run(eventId: number): Promise<void>; startDaily(): Promise<void> }
  lockoutNotice: Pick<LockoutNotice, 'sendDue'>
  bulkRun: Pick<BulkRun, 'run' | 'deleteOld'>
  bulkActionsRun: Pick<BulkActionsRun, 'run'>
  transferRun: Pick<TransferRun, 'run'>
  recalls: { refreshAll(): Promise<void>; lookUpNew(): Promise<void> }
  changes: Pick<ChangeFeed, 'announce'>
}

/** Implements the jobs. */
export function workers(dependencies: WorkerDependencies): Workers {
  const { db, mail, smsPort, files, dueDates, telematicsSync, bulkRun, recalls } = dependencies
  return {
    'telematics-sync': ({ eventId }) => telematicsSync.run(eventId),
    recalls: () => recalls.refreshAll(),
    'new-model-recalls': () => recalls.lookUpNew(),
    'fleet-purge': ({ fleetId }) => purgeFleet(db, fleetId),
    'network-prices': async () => {
      await refreshNetworkPrices(db, dependencies.now())
      await refreshServiceDemand(db, dependencies.now())
    },
    'telematics-morning': () => telematicsSync.startDaily(),
    async mail({ id }) {
      const [unsent] = await db.query<Mail>(
        // An expired code is useless, so its mail is not sent.
        sql`select id, recipient, subject, text, html, unsubscribe from mails where id = ${id} and sent_at is null
          and refused_at is null and text <> '' and (secret_until is null or secret_until > now())
          and (useful_until is null or useful_until > now())`,
      )
      if (!unsent) return
      try {
        await mail.deliver(unsent)
      } catch (error) {
        if (error instanceof MailUnavailable)
          await db.query(sql`update mails set failed_at = now() where id = ${id}`)
        if (!(error instanceof AddressRejected)) throw error
        await db.query(sql`update mails set refused_at = now() where id = ${id}`)
        return
      }
      const isErased = sql`${mail.leavesServer} and secret_until is not null`
      await db.query(sql`
        update mails set sent_at = now(), subject = case when ${isErased} then '' else subject end,
          text = case when ${isErased} then '' else text end,
          html = case when ${isErased} then null else html end where id = ${id}`)
    },
    text: ({ id }) =>
      deliverTextMessage(db, smsPort, id, (zone) => quietSecondsLeft(zone, dependencies.now())),
    'lockout-notices': () => dependencies.lockoutNotice.sendDue(),
    'clean-up': () => cleanUp(dependencies),
    'bulk-upsertion': ({ id }) => bulkRun.run(id),
    'bulk-action': ({ id }) => dependencies.bulkActionsRun.run(id),
    'vehicle-transfer': ({ id }) => dependencies.transferRun.run(id),
    async 'due-dates'() {
      // One instant, because midnight may pass in a fleet's time zone between the steps.
      const now = dependencies.now()
      const steps = [
        () => dueDates.refreshAll(now),
        // Also after a failure, which affects only some fleets.
        () => dependencies.reminderPlanner.planDay(now),
      ]
      await runAll(steps, 'Due dates or reminders of some fleets failed')
    },
    async 'orphan-files'() {
      await removeStaleParts(db, new Date())
      if (await claimFileStore(files, db)) await removeOrphanFiles({ db, files }, new Date())
    },
  }
}

function cleanUp({ db, files, now, reminderSender, bulkRun, changes }: WorkerDependencies): Promise<void> {
  const steps = [
    () => deleteExpiredRows(db),
    () => eraseSecrets(db),
    () => gatewayNotificationsRepository.deleteOld(db),
    () => reminderSender.forgetOld(),
    () => deletedVehiclesRepository.purge(db, now()),
    () => removeDiscardedFiles({ db, files }),
    () => vehiclesRepository.closeYears({ db, announce: changes.announce }),
    () => refreshNewYearCosts({ db, announce: changes.announce }, now()),
    () => vehiclesRepository.compactTallies(db),
    () => foldFleetTallies(db),
    () => transfersRepository.repairArrivals(db),
    () => bulkRun.deleteOld(),
    () => deleteOldActions(db),
    () => purgeDeletedFleets(db),
  ]
  return runAll(steps, 'Some steps of the clean-up failed')
}

/** Runs every step in order, also after a failure. Throws AggregateError at the end if any failed. */
async function runAll(steps: readonly (() => Promise<unknown>)[], message: string): Promise<void> {
  const faults: unknown[] = []
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      faults.push(error)
    }
  if (faults.length > 0) throw new AggregateError(faults, message)
}
