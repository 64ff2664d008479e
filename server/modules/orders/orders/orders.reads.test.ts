import { expect, it } from 'vitest'
import { DONE_STATUSES, OPEN_STATUSES, PAST_STATUSES } from '#domain/orders/order-rules.ts'
import type { Query } from '#server/db/sql.ts'
import { isDoneOrder, isOpenOrder, isPastOrder } from './orders.reads.ts'

// The conditions repeat the lists as literals, because PostgreSQL uses a partial index only for its own condition.
it.each<[string, Query, readonly string[]]>([
  ['open', isOpenOrder, OPEN_STATUSES],
  ['past', isPastOrder, PAST_STATUSES],
  ['done', isDoneOrder, DONE_STATUSES],
])('the queries and the rules agree on the %s statuses', (_name, { text }, statuses) => {
  expect([...text.matchAll(/'(\w+)'/g)].map(([, status]) => status)).toEqual(statuses)
})
