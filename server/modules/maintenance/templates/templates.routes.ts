import { os } from '#server/http/calls/implementer.ts'
import type { DueDates } from '#server/modules/maintenance/schedules/due-dates.ts'
import type { TemplatesService } from './templates.service.ts'

export const templatesRoutes = (service: TemplatesService, dueDates: Pick<DueDates, 'startFleet'>) => ({
  list: os.templates.list.handler(({ context }) => context.read((tx) => service.list(tx, context.actor()))),
  save: os.templates.save.handler(async ({ input, context }) => {
    const answer = await context.write(input, (tx) => service.save(tx, context.actor(), input))
    dueDates.startFleet(context.actor().fleet)
    return answer
  }),
  reset: os.templates.reset.handler(async ({ input, context }) => {
    const answer = await context.write(input, (tx) => service.reset(tx, context.actor(), input.duty_class))
    dueDates.startFleet(context.actor().fleet)
    return answer
  }),
  ofVehicle: os.templates.ofVehicle.handler(({ input, context }) =>
    context.write(input, (tx) => service.ofVehicle(tx, context.actor(), input)),
  ),
})
