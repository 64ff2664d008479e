import { os } from '#server/http/calls/implementer.ts'
import type { Ports } from '#server/use-case.ts'
import { markInterval, markService, markServices } from './marks.service.ts'
import { saveMileage } from './mileage.service.ts'
import {
  addToSchedule,
  listDueItems,
  listIntervalServices,
  listIntervals,
  listRecommendations,
  listScheduledServices,
  removeFromSchedule,
} from './schedules.service.ts'

export const schedulesRoutes = (ports: Pick<Ports, 'scheduleSource'>) => ({
  oem: os.schedules.oem.handler(({ input, context }) =>
    context.read((tx) => listIntervals(context.useCase(tx), input.vehicle_id)),
  ),
  recommendedOem: os.schedules.recommendedOem.handler(({ input, context }) =>
    context.read((tx) => listIntervalServices(context.useCase(tx), input)),
  ),
  recommended: os.schedules.recommended.handler(({ input, context }) =>
    context.read((tx) => listRecommendations({ ...context.useCase(tx), ports }, input)),
  ),
  ofVehicle: os.schedules.ofVehicle.handler(({ input, context }) =>
    context.read((tx) => listScheduledServices(context.useCase(tx), input)),
  ),
  ofFleet: os.schedules.ofFleet.handler(({ input, context }) =>
    context.read((tx) => listDueItems(context.useCase(tx), input)),
  ),
  servicesCompleted: os.schedules.servicesCompleted.handler(({ input, context }) =>
    context.write(input, (tx) => markServices(context.useCase(tx), input)),
  ),
  intervalCompleted: os.schedules.intervalCompleted.handler(({ input, context }) =>
    context.write(input, (tx) => markInterval(context.useCase(tx), input)),
  ),
  serviceCompleted: os.schedules.serviceCompleted.handler(({ input, context }) =>
    context.write(input, (tx) => markService(context.useCase(tx), input)),
  ),
  add: os.schedules.add.handler(({ input, context }) =>
    context.write(input, (tx) => addToSchedule(context.useCase(tx), input)),
  ),
  remove: os.schedules.remove.handler(({ input, context }) =>
    context.write(input, (tx) => removeFromSchedule(context.useCase(tx), input)),
  ),
  serviceBased: os.schedules.serviceBased.handler(({ input, context }) =>
    context.write(input, (tx) => saveMileage(context.useCase(tx), input)),
  ),
  intervalBased: os.schedules.intervalBased.handler(({ input, context }) =>
    context.write(input, (tx) => saveMileage(context.useCase(tx), input)),
  ),
})
