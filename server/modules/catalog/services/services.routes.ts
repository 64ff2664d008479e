import { os } from '#server/http/calls/implementer.ts'
import { estimatePrices, listServices, searchServices } from './services.service.ts'

export const servicesRoutes = () => ({
  list: os.services.list.handler(({ input, context }) =>
    context.read((tx) => listServices(context.useCase(tx), input)),
  ),
  search: os.services.search.handler(({ input, context }) =>
    context.read((tx) => searchServices(context.useCase(tx), input)),
  ),
  priceEstimates: os.services.priceEstimates.handler(({ input, context }) =>
    context.read((tx) => estimatePrices(context.useCase(tx), input)),
  ),
})
