import { expect, it, vi } from 'vitest'
import { costsQuery } from './costs.queries.ts'

const aggregate = vi.hoisted(() => vi.fn())
vi.mock('#src/api/client.ts', () => ({
  api: { orders: { aggregate } },
  queries: { orders: { aggregate: { key: () => ['orders', 'aggregate'] } } },
}))

it('the costs are those of the twelve months up to the given day of the fleet', async () => {
  await costsQuery('2020-03-01').queryFn({ signal: new AbortController().signal })
  expect(aggregate.mock.calls[0]?.[0]).toMatchObject({ start_date: '2019-04-01', end_date: '2020-03-31' })
})
