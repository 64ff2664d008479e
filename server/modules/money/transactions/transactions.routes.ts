import { os } from '#server/http/calls/implementer.ts'
import type { TransactionsService } from './transactions.service.ts'

export const transactionsRoutes = (service: TransactionsService) => ({
  list: os.transactions.list.handler(({ input, context }) => service.list(context.actor(), input)),
  csv: os.transactions.csv.handler(async ({ input, context }) => ({
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="transactions ${input.start_date} ${input.end_date}.csv"`,
    },
    body: await service.csv(context.actor(), input, input.language),
  })),
  show: os.transactions.show.handler(({ input, context }) => service.show(context.actor(), input.id)),
})
