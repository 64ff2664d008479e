import { os } from '#server/http/calls/implementer.ts'
import type { ActiveOrdersService } from './active-orders.service.ts'

export const activeOrdersRoutes = (service: ActiveOrdersService) => ({
  list: os.activeOrders.list.handler(({ input, context }) => service.list(context.actor(), input)),
})
