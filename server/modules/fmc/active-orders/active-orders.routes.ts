import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { listActiveOrders } from './active-orders.service.ts'

export const activeOrdersRoutes = ({ db }: Pick<DatabaseUseCase, 'db'>) => ({
  list: os.activeOrders.list.handler(({ input, context }) =>
    listActiveOrders({ db, actor: context.actor() }, input),
  ),
})
