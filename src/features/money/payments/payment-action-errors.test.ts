import { expect, test } from 'vitest'
import { reasonErrors, refundErrors } from './payment-action-errors.ts'

test('a refund is at least one cent and at most the remaining amount', () => {
  for (const amount of ['0.01', '1', '70', '70.00'])
    expect(refundErrors(amount, 'Wrong part', '70.00'), amount).toEqual({})
  for (const amount of ['0', '0.00', '70.01', '-5', '1e1', '1,5', 'all', '99999999999', '٣'])
    expect(refundErrors(amount, 'Wrong part', '70.00'), amount).toEqual({ amount: ['refund_amount'] })
  expect(refundErrors(' ', 'Wrong part', '70.00')).toEqual({ amount: ['required'] })
})

test("a reason is required and limited to the server's maximum length", () => {
  expect(reasonErrors('  \n')).toEqual({ reason: ['required'] })
  expect(reasonErrors('x'.repeat(300))).toEqual({})
  expect(reasonErrors('x'.repeat(301))).toEqual({ reason: ['too_long'] })
})
