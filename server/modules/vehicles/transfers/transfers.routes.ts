import { os } from '#server/http/calls/implementer.ts'
import type { TransfersService } from './transfers.service.ts'

export const transfersRoutes = (service: TransfersService) => ({
  create: os.transfers.create.handler(async ({ input, context }) => {
    const { id } = await context.writeAcross(input, (tx) => service.request(tx, context.actor(), input))
    return service.progress(context.actor(), id)
  }),
  check: os.transfers.check.handler(({ input, context }) => service.check(context.actor(), input)),
  list: os.transfers.list.handler(({ input, context }) => service.list(context.actor(), input)),
  candidates: os.transfers.candidates.handler(({ input, context }) =>
    service.candidates(context.actor(), input),
  ),
  show: os.transfers.show.handler(({ input, context }) => service.show(context.actor(), input.id)),
  vehicles: os.transfers.vehicles.handler(({ input, context }) => service.vehicles(context.actor(), input)),
})
