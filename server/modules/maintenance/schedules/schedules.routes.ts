import { os } from '#server/http/calls/implementer.ts'
import type { MarksService } from './marks.service.ts'
import type { MileageService } from './mileage.service.ts'
import type { SchedulesService } from './schedules.service.ts'

export const schedulesRoutes = (service: SchedulesService, marks: MarksService, mileage: MileageService) => ({
  oem: os.schedules.oem.handler(({ input, context }) =>
    context.read((tx) => service.oem(tx, context.actor(), input.vehicle_id)),
  ),
  recommendedOem: os.schedules.recommendedOem.handler(({ input, context }) =>
    context.read((tx) => service.recommendedOem(tx, context.actor(), input)),
  ),
  recommended: os.schedules.recommended.handler(({ input, context }) =>
    context.read((tx) => service.recommended(tx, context.actor(), input)),
  ),
  ofVehicle: os.schedules.ofVehicle.handler(({ input, context }) =>
    context.read((tx) => service.ofVehicle(tx, context.actor(), input)),
  ),
  ofFleet: os.schedules.ofFleet.handler(({ input, context }) =>
    context.read((tx) => service.ofFleet(tx, context.actor(), input)),
  ),
  servicesCompleted: os.schedules.servicesCompleted.handler(({ input, context }) =>
    context.write(input, (tx) => marks.services(tx, context.actor(), input)),
  ),
  intervalCompleted: os.schedules.intervalCompleted.handler(({ input, context }) =>
    context.write(input, (tx) => marks.interval(tx, context.actor(), input)),
  ),
  serviceCompleted: os.schedules.serviceCompleted.handler(({ input, context }) =>
    context.write(input, (tx) => marks.service(tx, context.actor(), input)),
  ),
  add: os.schedules.add.handler(({ input, context }) =>
    context.write(input, (tx) => service.add(tx, context.actor(), input)),
  ),
  serviceBased: os.schedules.serviceBased.handler(({ input, context }) =>
    context.write(input, (tx) => mileage.save(tx, context.actor(), input)),
  ),
  intervalBased: os.schedules.intervalBased.handler(({ input, context }) =>
    context.write(input, (tx) => mileage.save(tx, context.actor(), input)),
  ),
})
