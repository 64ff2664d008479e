import { intervalsRepository } from '#server/modules/maintenance/intervals/intervals.repository.ts'
import { intervalsService } from '#server/modules/maintenance/intervals/intervals.service.ts'
import { reminderPlanRepository } from '#server/modules/maintenance/reminders/reminder-plan.repository.ts'
import { reminderPlanner } from '#server/modules/maintenance/reminders/reminder-planner.service.ts'
import { reminderSender } from '#server/modules/maintenance/reminders/reminder-sender.service.ts'
import { sentRemindersRepository } from '#server/modules/maintenance/sent-reminders/sent-reminders.repository.ts'
import { sentRemindersService } from '#server/modules/maintenance/sent-reminders/sent-reminders.service.ts'
import type { Core } from './core.ts'

/** Composes intervals and reminders. The other use cases of maintenance are functions. */
export function composeMaintenance(core: Core) {
  const { db, now, ports } = core
  return {
    intervals: intervalsService(intervalsRepository),
    reminderPlanner: reminderPlanner({ db, plan: reminderPlanRepository }),
    reminderSender: reminderSender({ db, ports }),
    sentReminders: sentRemindersService({ db, sent: sentRemindersRepository, now }),
  }
}
