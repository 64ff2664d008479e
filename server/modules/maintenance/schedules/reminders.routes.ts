import { os } from '#server/http/calls/implementer.ts'
import type { RemindersService } from './reminders.service.ts'

export const remindersRoutes = (service: RemindersService) => ({
  snooze: os.reminders.snooze.handler(({ input, context }) =>
    context.write(input, (tx) => service.snooze(tx, context.actor(), input)),
  ),
  snoozedDates: os.reminders.snoozedDates.handler(({ input, context }) =>
    context.read((tx) => service.snoozedDates(tx, context.actor(), input.vehicle_ids.split(',').map(Number))),
  ),
})
