import { os } from '#server/http/implementer.ts'
import type { VehiclesService } from './vehicles.service.ts'

export const vehiclesRoutes = (service: VehiclesService) => ({
  list: os.vehicles.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input)),
  ),
  show: os.vehicles.show.handler(({ input, context }) =>
    context.read((tx) => service.show(tx, context.actor(), input.id)),
  ),
})
