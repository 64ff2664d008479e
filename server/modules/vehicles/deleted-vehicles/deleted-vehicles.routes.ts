import { os } from '#server/http/calls/implementer.ts'
import type { DeletedVehiclesService } from './deleted-vehicles.service.ts'

export const deletedVehiclesRoutes = (service: DeletedVehiclesService) => ({
  list: os.deletedVehicles.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input)),
  ),
  restore: os.deletedVehicles.restore.handler(({ input, context }) =>
    context.write(input, (tx) => service.restore(tx, context.actor(), input.id)),
  ),
})
