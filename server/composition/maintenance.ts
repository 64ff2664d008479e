import { reminderPlanner } from '#server/modules/maintenance/reminders/reminder-planner.service.ts'
import { reminderSender } from '#server/modules/maintenance/reminders/reminder-sender.service.ts'
import { dueDates } from '#server/modules/maintenance/schedules/due-dates.ts'
import type { Core } from './core.ts'

/** Composes due dates and reminders. The other use cases of maintenance are functions. */
export function composeMaintenance(core: Core) {
  const { db, log, ports } = core
  return {
    dueDates: dueDates({ db, log, announce: ports.announce }),
    reminderPlanner: reminderPlanner({ db }),
    reminderSender: reminderSender({ db, ports }),
  }
}
