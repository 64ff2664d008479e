import { os } from '#server/http/calls/implementer.ts'
import type { OdometerLogService } from './odometer-log.service.ts'

export const odometerRoutes = (service: OdometerLogService) => ({
  list: os.odometer.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input)),
  ),
  create: os.odometer.create.handler(({ input, context }) =>
    context.write(input, (tx) => service.create(tx, context.actor(), input)),
  ),
  void: os.odometer.void.handler(({ input, context }) =>
    context.write(input, (tx) => service.void(tx, context.actor(), input)),
  ),
})
