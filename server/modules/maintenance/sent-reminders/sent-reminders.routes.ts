import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { listSentReminders, setReminderTimeZone } from './sent-reminders.service.ts'

export const sentRemindersRoutes = ({ db, clock }: Pick<DatabaseUseCase, 'db' | 'clock'>) => ({
  list: os.sentReminders.list.handler(({ input, context }) =>
    listSentReminders({ db, clock, actor: context.actor() }, input),
  ),
  setTimeZone: os.sentReminders.setTimeZone.handler(({ input, context }) =>
    setReminderTimeZone({ db, actor: context.actor() }, input.time_zone),
  ),
})
