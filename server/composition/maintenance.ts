import { historyRepository } from '#server/modules/maintenance/history/history.repository.ts'
import { historyEntryService } from '#server/modules/maintenance/history/history-entry.service.ts'
import { intervalsRepository } from '#server/modules/maintenance/intervals/intervals.repository.ts'
import { intervalsService } from '#server/modules/maintenance/intervals/intervals.service.ts'
import { policiesRepository } from '#server/modules/maintenance/policies/policies.repository.ts'
import { policiesService } from '#server/modules/maintenance/policies/policies.service.ts'
import { reminderPlanRepository } from '#server/modules/maintenance/reminders/reminder-plan.repository.ts'
import { reminderPlanner } from '#server/modules/maintenance/reminders/reminder-planner.service.ts'
import { reminderSenderRepository } from '#server/modules/maintenance/reminders/reminder-sender.repository.ts'
import { reminderSender } from '#server/modules/maintenance/reminders/reminder-sender.service.ts'
import { dueRowsRepository } from '#server/modules/maintenance/schedules/due-rows.repository.ts'
import { marksService } from '#server/modules/maintenance/schedules/marks.service.ts'
import { mileageService } from '#server/modules/maintenance/schedules/mileage.service.ts'
import { remindersService } from '#server/modules/maintenance/schedules/reminders.service.ts'
import { schedulesRepository } from '#server/modules/maintenance/schedules/schedules.repository.ts'
import { schedulesService } from '#server/modules/maintenance/schedules/schedules.service.ts'
import { sentRemindersRepository } from '#server/modules/maintenance/sent-reminders/sent-reminders.repository.ts'
import { sentRemindersService } from '#server/modules/maintenance/sent-reminders/sent-reminders.service.ts'
import type { Core } from './core.ts'
import type { Records } from './records.ts'

/** Composes history entries, schedules, policies and reminders. */
export function composeMaintenance(core: Core, records: Records) {
  const { db, log, brands, now, mail, texts, audit, documents, originOf, unsubscribe } = core
  const { vehicles, odometer, services, shops } = records
  const scheduling = { schedules: schedulesRepository, vehicles, now }
  return {
    historyEntry: historyEntryService({
      histories: historyRepository,
      ...{ vehicles, odometer, services, shops, documents, now },
    }),
    intervals: intervalsService(intervalsRepository),
    schedules: schedulesService({
      ...scheduling,
      dueRows: dueRowsRepository,
      source: core.ports.scheduleSource,
    }),
    marks: marksService({ ...scheduling, services }),
    mileage: mileageService({ ...scheduling, odometer }),
    reminders: remindersService(schedulesRepository, vehicles, now),
    policies: policiesService({ policies: policiesRepository, services, audit }),
    reminderPlanner: reminderPlanner({ db, plan: reminderPlanRepository }),
    reminderSender: reminderSender({
      ...{ db, mail, brands, originOf, texts, log },
      post: reminderSenderRepository,
      secret: unsubscribe.secret,
    }),
    sentReminders: sentRemindersService({ db, sent: sentRemindersRepository, now }),
  }
}
