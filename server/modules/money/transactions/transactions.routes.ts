import { csvHeaders } from '#server/csv.ts'
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
    headers: csvHeaders(`transactions ${input.start_date} ${input.end_date}`),
    body: await transactionsFile({ db, actor: context.actor() }, input),
  })),
  show: os.transactions.show.handler(({ input, context }) =>
    showTransaction({ db, actor: context.actor() }, input.id),
  ),
})
