import { randomUUID } from 'node:crypto'
import { csvHeaders } from '#server/csv.ts'
import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import type { PaymentPort } from '#server/modules/money/payments/payment-types.ts'
import { translate } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { bookOrder } from './booking.service.ts'
import { approveOrder } from './lifecycle/approve-order.service.ts'
import { aggregateOrders } from './lists/order-costs.service.ts'
import { isActiveList, listFleetOrders, listOrders } from './lists/order-index.service.ts'
import { ordersFile } from './lists/orders.csv.ts'
import { listOrderActivity, updateOrder } from './orders.service.ts'
import { showOrder } from './show-order.service.ts'

export const ordersRoutes = (server: DatabaseUseCase<PaymentPort>) => ({
  create: os.orders.create.handler(({ input, context }) =>
    context.write(input, (tx) => bookOrder(context.useCase(tx), input)),
  ),
  show: os.orders.show.handler(({ input, context }) =>
    context.read((tx) => showOrder(context.useCase(tx), input.id)),
  ),
  update: os.orders.update.handler(({ input, context }) => {
    const { status, ...edit } = input
    if (status === 'approved') {
      const requestKey = idempotencyKeyOf(context.request) ?? randomUUID()
      return context.write(input, (tx, { ifMatch }) =>
        approveOrder({ ...context.useCase(tx), ...server }, input, { ifMatch, requestKey }),
      )
    }
    return context.write(input, (tx, precondition) =>
      updateOrder(context.useCase(tx), { ...edit, status }, precondition),
    )
  }),
  index: os.orders.index.handler(({ input, context }) =>
    context.read((tx) => listOrders(context.useCase(tx), input)),
  ),
  fleetOrders: os.orders.fleetOrders.handler(({ input, context }) =>
    context.read((tx) => listFleetOrders(context.useCase(tx), input)),
  ),
  aggregate: os.orders.aggregate.handler(({ input, context }) =>
    context.read((tx) => aggregateOrders(context.useCase(tx), input)),
  ),
  activity: os.orders.activity.handler(({ input, context }) =>
    context.read((tx) => listOrderActivity(context.useCase(tx), input.shop_order_id)),
  ),
  csv: os.orders.csv.handler(({ input, context }) => {
    const { language, startDate: from, endDate: to, state_id: status, search, sort } = input
    const facets = { department: input.department, driver: input.driver, class: input.class }
    const isActive = isActiveList(input.isActivePage, status)
    const withEntries = input.withMaintenanceHistory
    const filter = { isActive, from, to, status, stay: input.stay, search, sort, facets, withEntries }
    return {
      headers: csvHeaders(translate(language, 'server/files:orders')),
      body: ordersFile({ db: server.db, actor: context.actor() }, filter, language),
    }
  }),
})
