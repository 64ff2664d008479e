import { expect, it } from 'vitest'
import { ORDER_STATUSES } from '#contract/orders/order-rules.ts'
import { shopStateOf } from './projected.ts'

it('the page of the shop has words for every status, and completed work stays completed once it is paid', () => {
  const states = Object.fromEntries(ORDER_STATUSES.map((status) => [status, shopStateOf(status)]))
  expect(states).toEqual({
    initiated: 'initiated',
    initiated_by_user: 'initiated',
    active: 'active',
    awaiting_approval: 'awaiting_approval',
    approved: 'approved',
    walk_in: 'active',
    complete: 'complete',
    paid: 'complete',
    paid_in_shop: 'complete',
    paid_deferred: 'complete',
    cancel: 'cancel',
  })
  expect(shopStateOf('something_new')).toBe('active')
})
