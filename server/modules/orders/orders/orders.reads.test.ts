import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DONE_STATUSES, OPEN_STATUSES, PAST_STATUSES } from '#domain/orders/order-rules.ts'
import type { Query } from '#server/db/sql.ts'
import { isDoneOrder, isOpenOrder, isPastOrder } from './orders.reads.ts'

const migrations = globSync('../../../db/migrations/*.sql', { cwd: import.meta.dirname }).map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
)

it.each([
  ['open', isOpenOrder],
  ['past', isPastOrder],
  ['done', isDoneOrder],
])('the condition on the %s statuses is the one in the migrations', (_name, { text, values }) => {
  expect(values).toEqual([])
  expect(migrations.some((migration) => migration.includes(text.replace('o.', '')))).toBe(true)
})

it.each<[string, Query, readonly string[]]>([
  ['open', isOpenOrder, OPEN_STATUSES],
  ['past', isPastOrder, PAST_STATUSES],
  ['done', isDoneOrder, DONE_STATUSES],
])('the queries and the rules agree on the %s statuses', (_name, { text }, statuses) => {
  expect([...text.matchAll(/'(\w+)'/g)].map(([, status]) => status)).toEqual(statuses)
})
