import { expect, it } from 'vitest'
import { overpaidPart } from './overpayment.ts'

// The order costs 100.00. `held`: the first payment, whose dispute has ended, then the others.
it.each([
  ['nothing else was paid', { held: ['100.00'] }, '0.00'],
  ['a part of it is still lost', { held: ['60.00'] }, '0.00'],
  ['the whole order was paid again', { held: ['100.00', '100.00'] }, '100.00'],
  ['the order was paid again, and a part of it is still lost', { held: ['40.00', '100.00'] }, '40.00'],
  ['only the rest was paid again', { held: ['100.00', '60.00'] }, '60.00'],
  ['its other part was refunded before', { held: ['60.00', '100.00'] }, '60.00'],
  ['the bank took a part of the second payment', { held: ['100.00', '30.00'] }, '30.00'],
  ['the bank took all of the second payment', { held: ['100.00', '0.00'] }, '0.00'],
  ['the bank took more than the second payment', { held: ['100.00', '-20.00'] }, '0.00'],
  ['three payments hold parts', { held: ['60.00', '40.00', '60.00'] }, '60.00'],
  ['users refunded a part', { held: ['70.00', '70.00'], refunded: '30.00' }, '70.00'],
  ['users refunded a part of the only payment', { held: ['70.00'], refunded: '30.00' }, '0.00'],
  ['the order was settled outside', { held: ['100.00'], owed: '0.00' }, '100.00'],
  ['the rest was settled outside', { held: ['100.00'], owed: '40.00' }, '60.00'],
  ['another payment holds the excess', { held: ['0.00', '120.00'] }, '0.00'],
] as [string, { held: string[]; refunded?: string; owed?: string }, string][])(
  'only the excess of a returned payment is refunded: %s',
  (_, given, expected) => {
    const payments = given.held.map((held, index) => ({
      id: index + 1,
      held,
      refunded_by_users: index === 0 ? (given.refunded ?? '0.00') : '0.00',
    }))
    expect(overpaidPart(1, given.owed ?? '100.00', payments)).toBe(expected)
  },
)
