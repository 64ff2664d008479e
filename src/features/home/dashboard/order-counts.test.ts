import { expect, it } from 'vitest'
import { orderCounts } from './order-counts.ts'

const orders = [
  { status: 'approved', appointment_datetime: '2026-03-01T15:00:00Z' },
  { status: 'approved', appointment_datetime: '2026-03-02T15:00:00Z' },
  { status: 'initiated', appointment_datetime: '2026-03-02T16:00:00Z' },
]
const local = {
  orders,
  now: Date.parse('2026-03-05T12:00:00Z'),
  dayOf: (instant: string | number) => new Date(instant).toISOString().slice(0, 10),
}
/** As the server sent them on March 1, with an order that this device does not have yet. */
const server = {
  total_count: 4,
  today: { day: '2026-03-01', count: 3 },
  counts: { approved: 3, initiated: 1 },
}

it('counts local copies until the server responds', () => {
  expect(orderCounts(undefined, { ...local, today: '2026-03-02' })).toEqual({
    all: 3,
    today: 2,
    byStatus: { approved: 2, initiated: 1 },
    // Four days at the shop since March 1; three since March 2 are not late yet.
    late: 1,
  })
  expect(orderCounts(undefined, { ...local, orders: undefined, today: '2026-03-02' })).toBeUndefined()
})

it('shows the server’s counts, but after midnight the local count of appointments until it responds again', () => {
  const counts = { all: 4, byStatus: { approved: 3, initiated: 1 }, late: 1 }
  expect(orderCounts(server, { ...local, today: '2026-03-01' })).toEqual({ ...counts, today: 3 })
  expect(orderCounts(server, { ...local, today: '2026-03-02' })).toEqual({ ...counts, today: 2 })
  expect(orderCounts(server, { ...local, today: '2026-03-03' })).toEqual({ ...counts, today: 0 })
  // Before the first load is complete, nothing else is known.
  expect(orderCounts(server, { ...local, orders: undefined, today: '2026-03-03' })).toMatchObject({
    today: 3,
    late: undefined,
  })
})
