import { os } from '#server/http/calls/implementer.ts'
import type { DueDates } from '#server/modules/maintenance/schedules/due-dates.ts'
import { listTemplates, resetTemplate, saveTemplate, saveVehicleSchedule } from './templates.service.ts'

export const templatesRoutes = (dueDates: Pick<DueDates, 'startFleet'>) => ({
  list: os.templates.list.handler(({ context }) => context.read((tx) => listTemplates(context.useCase(tx)))),
  save: os.templates.save.handler(async ({ input, context }) => {
    const template = await context.write(input, (tx) => saveTemplate(context.useCase(tx), input))
    dueDates.startFleet(context.actor().fleet)
    return template
  }),
  reset: os.templates.reset.handler(async ({ input, context }) => {
    const template = await context.write(input, (tx) => resetTemplate(context.useCase(tx), input.duty_class))
    dueDates.startFleet(context.actor().fleet)
    return template
  }),
  ofVehicle: os.templates.ofVehicle.handler(({ input, context }) =>
    context.write(input, (tx) => saveVehicleSchedule(context.useCase(tx), input)),
  ),
})
