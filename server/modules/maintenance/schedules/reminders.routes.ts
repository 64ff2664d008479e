import { os } from '#server/http/calls/implementer.ts'
import { listSnoozedDates, snoozeReminders } from './reminders.service.ts'

export const remindersRoutes = () => ({
  snooze: os.reminders.snooze.handler(({ input, context }) =>
    context.write(input, (tx) => snoozeReminders(context.useCase(tx), input)),
  ),
  snoozedDates: os.reminders.snoozedDates.handler(({ input, context }) => {
    const vehicleIds = input.vehicle_ids.split(',').map(Number)
    return context.read((tx) => listSnoozedDates(context.useCase(tx), vehicleIds))
  }),
})
