import { os } from '#server/http/implementer.ts'
import type { ServicesService } from './services.service.ts'

export const servicesRoutes = (service: ServicesService) => ({
  list: os.services.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input)),
  ),
})
