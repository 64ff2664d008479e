import { os } from '#server/http/calls/implementer.ts'
import {
  listTransactions,
  showTransaction,
  type TransactionsRead,
  transactionsFile,
} from './transactions.service.ts'

export const transactionsRoutes = ({ db }: Pick<TransactionsRead, 'db'>) => ({
  list: os.transactions.list.handler(({ input, context }) =>
    listTransactions({ db, actor: context.actor() }, input),
  ),
  csv: os.transactions.csv.handler(async ({ input, context }) => ({
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="transactions ${input.start_date} ${input.end_date}.csv"`,
    },
    body: await transactionsFile({ db, actor: context.actor() }, input),
  })),
  show: os.transactions.show.handler(({ input, context }) =>
    showTransaction({ db, actor: context.actor() }, input.id),
  ),
})
