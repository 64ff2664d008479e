import { os } from '#server/http/calls/implementer.ts'
import type { ServicesService } from './services.service.ts'

export const servicesRoutes = (service: ServicesService) => ({
  list: os.services.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input)),
  ),
  search: os.services.search.handler(({ input, context }) =>
    context.read((tx) => service.search(tx, context.actor(), input)),
  ),
  priceEstimates: os.services.priceEstimates.handler(({ input, context }) =>
    context.read((tx) => service.priceEstimates(tx, context.actor(), input)),
  ),
})
