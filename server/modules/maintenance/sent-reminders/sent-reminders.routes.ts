import { os } from '#server/http/calls/implementer.ts'
import type { SentRemindersService } from './sent-reminders.service.ts'

export const sentRemindersRoutes = (service: SentRemindersService) => ({
  list: os.sentReminders.list.handler(({ input, context }) => service.list(context.actor(), input)),
  setTimeZone: os.sentReminders.setTimeZone.handler(({ input, context }) =>
    service.setTimeZone(context.actor(), input.time_zone),
  ),
})
