import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import type { OrderDecisions } from '#server/modules/orders/approvals/order-decisions.ts'
import type { BookingService } from './booking.service.ts'
import type { ordersCsv } from './orders.csv.ts'
import type { OrdersService } from './orders.service.ts'

export const ordersRoutes = (
  service: OrdersService,
  decisions: OrderDecisions,
  booking: BookingService,
  file: ReturnType<typeof ordersCsv>,
) => ({
  create: os.orders.create.handler(({ input, context }) =>
    context.write(input, (tx) => booking.create(tx, context.actor(), input)),
  ),
  show: os.orders.show.handler(({ input, context }) =>
    context.read((tx) => service.show(tx, context.actor(), input.id)),
  ),
  update: os.orders.update.handler(({ input, context }) => {
    const { status, ...edit } = input
    return context.write(
      input,
      status === 'approved'
        ? decisions.approve(context.actor(), input, idempotencyKeyOf(context.request))
        : (tx, precondition) => service.update(tx, context.actor(), { ...edit, status }, precondition),
    )
  }),
  index: os.orders.index.handler(({ input, context }) =>
    context.read((tx) => service.index(tx, context.actor(), input)),
  ),
  fleetOrders: os.orders.fleetOrders.handler(({ input, context }) =>
    context.read((tx) => service.fleetOrders(tx, context.actor(), input)),
  ),
  aggregate: os.orders.aggregate.handler(({ input, context }) =>
    context.read((tx) => service.aggregate(tx, context.actor(), input)),
  ),
  activity: os.orders.activity.handler(({ input, context }) =>
    context.read((tx) => service.activity(tx, context.actor(), input.shop_order_id)),
  ),
  csv: os.orders.csv.handler(({ input, context }) => {
    const language = input.language === 'FR' || input.language === 'fr' ? 'fr' : 'en'
    const { startDate: from, endDate: to, state_id: status, search, sort } = input
    const filter = { isActive: input.isActivePage, from, to, status, search, sort }
    return {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${language === 'fr' ? 'commandes' : 'orders'}.csv"`,
      },
      body: file(context.actor(), { ...filter, withEntries: input.withMaintenanceHistory }, language),
    }
  }),
})
