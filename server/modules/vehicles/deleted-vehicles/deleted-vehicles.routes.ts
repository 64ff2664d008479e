import { os } from '#server/http/calls/implementer.ts'
import { listDeletedVehicles, restoreVehicle } from './deleted-vehicles.service.ts'

export const deletedVehiclesRoutes = () => ({
  list: os.deletedVehicles.list.handler(({ input, context }) =>
    context.read((tx) => listDeletedVehicles(context.useCase(tx), input)),
  ),
  restore: os.deletedVehicles.restore.handler(({ input, context }) =>
    context.write(input, (tx) => restoreVehicle(context.useCase(tx), input.id)),
  ),
})
