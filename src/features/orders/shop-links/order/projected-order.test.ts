import { expect, it } from 'vitest'
import { ORDER_STATUSES } from '#domain/orders/order-rules.ts'
import { projectOrder, shopStateOf, stateTextOf } from './projected-order.ts'

it("the shop's page has a text for every status, and completed work stays completed once it is paid", () => {
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

it('a completion that costs more than approved leads back to approval, even before the server has responded', () => {
  const terms = { tax_percent: 0, promotion: null, pre_tax_sub_total: '100.00', total: '100.00' }
  const order = { status: 'approved', may: [], lines: [{ service_definition_id: 1 }], ...terms } as never
  const completed = (price?: string) =>
    [
      {
        kind: 'complete',
        refused: null,
        body: price === undefined ? {} : { lines: [{ service_definition_id: 1, price }] },
      },
    ] as never
  expect(projectOrder(order, completed()).status).toBe('complete')
  expect(projectOrder(order, completed('100.00')).status).toBe('complete')
  expect(projectOrder(order, completed('100.01')).status).toBe('awaiting_approval')
})

it('a request for approval never completes the order, even if its amount was approved in the meantime', () => {
  const terms = { tax_percent: 0, promotion: null, pre_tax_sub_total: '100.00', total: '100.00' }
  const order = { status: 'approved', may: [], lines: [{ service_definition_id: 1 }], ...terms } as never
  const body = { lines: [{ service_definition_id: 1, price: '100.00' }], requests_approval: true }
  const request = { kind: 'complete', refused: null, body } as never
  expect(projectOrder(order, [request]).status).toBe('awaiting_approval')
})

it('names a decision that approved less than the shop sent, and a final bill (SVC-111)', () => {
  const order = { pre_tax_sub_total: '1000.00', sent_sub_total: '1000.00', has_final_bill: false }
  expect(stateTextOf(order, 'approved')).toBe('approved')
  expect(stateTextOf({ ...order, sent_sub_total: '1100.50' }, 'approved')).toBe('approvedInPart')
  expect(stateTextOf({ ...order, has_final_bill: true }, 'approved')).toBe('billApproved')
  expect(stateTextOf({ ...order, has_final_bill: true }, 'awaiting_approval')).toBe('billAwaiting')
  expect(stateTextOf({ pre_tax_sub_total: '10.00' }, 'awaiting_approval')).toBe('awaiting_approval')
})
