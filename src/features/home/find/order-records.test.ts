import { expect, test } from 'vitest'
import { indexOrders } from './order-records.ts'

const anOrder = (id: number, shop: string, status: string) => ({
  id,
  vehicle_id: 1,
  status,
  appointment_datetime: '2026-03-01T14:00:00Z',
  po_number: null,
  shop,
  city: 'Elgin',
})

test('only shops of past orders are found, because a shop opens its past services', () => {
  const work = indexOrders([
    anOrder(1, 'Bay 9', 'paid'),
    anOrder(2, 'Quick Lane', 'awaiting_approval'),
    anOrder(3, 'Bay 9', 'approved'),
  ])
  let step = work.next()
  while (!step.done) step = work.next()
  expect(step.value.shops).toEqual([{ name: 'Bay 9', city: 'Elgin', orders: 1 }])
  expect(step.value.orders).toHaveLength(3)
})
