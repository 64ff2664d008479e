import { expect, it } from 'vitest'
import type { Order } from '#contract/orders/order.ts'
import type { OrderService } from '#contract/orders/order-row.ts'
import { ORDER_LINES_MAX } from '#domain/core/limits.ts'
import { sumOf } from '#domain/orders/prices.ts'
import {
  amountOf,
  lineStateOf,
  linesWithoutReason,
  parseDecision,
  rejectableLines,
  toDecisions,
} from './decision.ts'
import { changesBetween, withOwnPromotion } from './order-changes.ts'
import { paymentOf } from './payment-choice.ts'
import { rejectionOf } from './rejection.ts'

const aLine = (given: Partial<OrderService> = {}) =>
  ({
    id: 1,
    name: 'Oil change',
    vanity_label: null,
    status: 'awaiting_approval',
    price: '100.00',
    total: '100.00',
    approved_price: null,
    odometer_config: { quantity: 1 },
    ...given,
  }) as OrderService

const anOrder = (given: Partial<Order> = {}) =>
  ({
    rev: 1,
    status: 'awaiting_approval',
    last_approval_date: null,
    order_services: [aLine()],
    promotions: [],
    shop: { name: 'Quick Lane', state: 'OH' },
    pre_tax_sub_total: '100.00',
    total: '105.75',
    payment: null,
    braintree_payment_methods: [],
    check_payment_method_of_previous_transaction: null,
    ...given,
  }) as Order

it('sends every counted service: undecided ones as decided, the others unchanged (APR-044, APR-053)', () => {
  const statuses = ['active', 'awaiting_approval', 'initiated', 'rejected', 'deleted', 'approved']
  const order = anOrder({ order_services: statuses.map((status, id) => aLine({ id, status })) })
  expect(toDecisions(order, { rejected: {} }).map(({ status }) => status)).toEqual([
    'approved',
    'approved',
    'approved',
    'approved',
  ])
  expect(toDecisions(order, { rejected: { 1: 'other', 4: 'other' } })).toMatchObject([
    { status: 'approved' },
    { status: 'rejected', rejection_reason: 'other' },
    { status: 'approved' },
    { status: 'approved' },
  ])
})

it('stays within the limit of a request, however many services the shop has removed', () => {
  const removed = Array.from({ length: ORDER_LINES_MAX }, (_, n) => aLine({ id: n + 2, status: 'deleted' }))
  const order = anOrder({ order_services: [aLine(), ...removed] })
  expect(toDecisions(order, { rejected: {} })).toEqual([{ id: 1, status: 'approved' }])
})

it('offers a decision only on new and changed lines when an order returns for approval', () => {
  const order = anOrder({
    last_approval_date: '2026-11-01T12:00:00Z',
    order_services: [
      aLine({ id: 1, approved_price: '100.00' }),
      aLine({ id: 2, approved_price: '80.00' }),
      aLine({ id: 3 }),
      aLine({ id: 4, status: 'rejected' }),
      aLine({ id: 5, approved_price: '120.00' }),
    ],
  })
  expect(order.order_services.map((line) => lineStateOf(line, order))).toEqual([
    'kept',
    'changed',
    'new',
    'settled',
    'lowered',
  ])
  expect(rejectableLines(order).map(({ id }) => id)).toEqual([2, 3])
})

it('computes the amount of a decision: rejected lines are removed, approved ones return to their former price', () => {
  const lines = [aLine(), aLine({ id: 2, price: '50.00', total: '50.00', approved_price: '40.00' })]
  const sums = { pre_tax_sub_total: '150.00', discount: '0.00', tax_amount: '8.63', total: '158.63' }
  const order = anOrder({ order_services: lines, ...sums })
  const after = (rejected: Record<string, 'other'>) => amountOf(order, { rejected }, 'US')
  expect(after({})).toMatchObject({ beforeTax: '150.00', total: '158.63' })
  expect(after({ 1: 'other' })).toMatchObject({ beforeTax: '50.00', total: '52.88' })
  expect(after({ 2: 'other' })).toMatchObject({ beforeTax: '140.00', total: '148.05' })
  // The totals below the lines equal those next to the buttons.
  for (const rejected of [{}, { 1: 'other' }, { 2: 'other' }] as Record<string, 'other'>[]) {
    const { beforeTax, discount, tax, total } = after(rejected)
    expect(sumOf([beforeTax, `-${discount}`, tax ?? '']), JSON.stringify(rejected)).toBe(total)
  }
})

it('never raises a line that the shop made cheaper, also if a stored draft rejects it', () => {
  const lines = [
    aLine({ price: '80.00', total: '80.00', approved_price: '100.00' }),
    aLine({ id: 2, price: '150.00', total: '150.00', approved_price: '100.00' }),
  ]
  const sums = { pre_tax_sub_total: '230.00', discount: '0.00', tax_amount: '13.23', total: '243.23' }
  const order = anOrder({ order_services: lines, last_approval_date: '2026-11-01T12:00:00Z', ...sums })
  const rejected = { 1: 'other', 2: 'other' } as const
  expect(toDecisions(order, { rejected }).map(({ status }) => status)).toEqual(['approved', 'rejected'])
  expect(amountOf(order, { rejected }, 'US')).toMatchObject({ beforeTax: '180.00', total: '190.35' })
})

it("shows no total after tax if the terms of the promotion are missing, or if its tax differs from the order's", () => {
  const lines = [aLine(), aLine({ id: 2 })]
  const order = anOrder({ order_services: lines, pre_tax_sub_total: '200.00', total: '211.50' })
  const total = (order: Order) => amountOf(order, { rejected: { 2: 'other' } }, 'US').total
  expect(total(order)).toBe('105.75')
  expect(total({ ...order, promotions: [{ id: 1, name: 'x', description: '' }] })).toBeNull()
  expect(total({ ...order, total: '220.00' })).toBeNull()
  const noShop = { ...order, shop: null, custom_shop_name: 'Corner garage', total: '200.00' }
  expect(total(noShop)).toBe('100.00')
})

/** $40 off from $300, on an order of 270.00 and 35.00 in Texas at 6.25 %. */
const promoted = (lines: Partial<OrderService>[], given: Partial<Order> & { approved?: string } = {}) => {
  const { approved = null, ...order } = given
  return pays([braintree, { ...wex, is_ready: true }], {
    order_services: lines.map((line, n) => aLine({ id: n + 1, total: line.price ?? '', ...line })),
    promotions: [
      {
        id: 1,
        name: 'Forty off',
        description: '',
        terms: { percent_off: null, amount_off: '40.00', minimum: '300.00', approved_sub_total: approved },
      },
    ],
    shop: { name: 'Quick Lane', state: 'TX' } as Order['shop'],
    pre_tax_sub_total: '305.00',
    discount: '40.00',
    tax_amount: '16.56',
    total: '281.56',
    ...order,
  })
}

/** The first line was approved, and the shop swapped the second one in: nothing remains to be paid. */
const swapped = (approved?: string) => {
  const order = promoted([{ price: '270.00', approved_price: '270.00' }, { price: '35.00' }], {
    last_approval_date: '2026-11-01T12:00:00Z',
    check_payment_method_of_previous_transaction: 'WEX',
    previous_payments: '281.56',
    ...(approved && { approved }),
  })
  return { ...order, payment: order.payment && { ...order.payment, remaining: '0.00' } }
}

it('keeps the discount of approved services if added work is rejected, so nothing more is charged (APR-086)', () => {
  const { total, beforeTax, payment } = rejectionOf(swapped('305.00'), nothing, 'US')
  expect({ total, beforeTax }).toEqual({ total: '249.25', beforeTax: '270.00' })
  expect(payment).toEqual({ isNeeded: false, provider: 'WEX', methodId: null, fault: null })
})

it('requires a payment if the remaining services do not reach the minimum of a promotion that no approval had', () => {
  // The promotion was replaced while the bill waited.
  const replaced = swapped()
  expect(paymentOf(replaced, nothing).isNeeded).toBe(false)
  const { total, payment } = rejectionOf(replaced, nothing, 'US')
  expect(total).toBe('286.88')
  expect(payment).toMatchObject({ isNeeded: true, provider: 'WEX', fault: null })
  expect(rejectionOf(replaced, { ...nothing, provider: 'Braintree' }, 'US').payment).toMatchObject({
    isNeeded: true,
    fault: 'payment_method',
  })
  // A first approval of services that the promotion makes free.
  const free = promoted([{ price: '290.00' }, { price: '10.00' }], {
    pre_tax_sub_total: '300.00',
    discount: '300.00',
    total: '0.00',
  })
  const order = {
    ...free,
    promotions: free.promotions.map((promotion) => ({
      ...promotion,
      terms: { percent_off: '100.0', amount_off: null, minimum: '300.00', approved_sub_total: null },
    })),
    payment: free.payment && { ...free.payment, remaining: '0.00' },
    braintree_payment_methods: [aMethod(5, true)],
  }
  const rejected = { 2: 'other' } as const
  const after = amountOf(order, { rejected }, 'US')
  expect(after).toMatchObject({ discount: '0.00', total: '308.13' })
  expect(paymentOf(order, { ...nothing, rejected }, after.total)).toMatchObject({
    isNeeded: true,
    provider: 'Braintree',
    methodId: 5,
  })
})

it('offers a payment if the total is unknown, but lets the server decide whether one is missing', () => {
  const order = swapped()
  const unknown = { ...order, promotions: [{ id: 1, name: 'Forty off', description: '' }] }
  const { total, payment } = rejectionOf(unknown, { ...nothing, provider: 'Braintree' }, 'US')
  expect(total).toBeNull()
  expect(payment).toEqual({ isNeeded: true, provider: 'Braintree', methodId: null, fault: null })
})

it("shows no saving of a decision if the shop's percent differs from the default one", () => {
  const lines = [aLine(), aLine({ id: 2 })]
  const order = anOrder({ order_services: lines, pre_tax_sub_total: '200.00', total: '211.50' })
  const after = (saving: string) => amountOf({ ...order, saving }, { rejected: { 2: 'other' } }, 'US')
  expect(after('66.66')).toMatchObject({ total: '105.75', saving: '33.33' })
  expect(after('50.00')).toMatchObject({ total: '105.75', saving: null })
})

it('asks for a reason of each rejected line (APR-013)', () => {
  const order = anOrder({ order_services: [aLine(), aLine({ id: 2 })] })
  const draft = { rejected: { 1: '', 2: 'other' }, note: '', provider: null, methodId: null } as const
  expect(linesWithoutReason(order, draft)).toEqual([1])
})

it('restores a stored draft, and ignores anything unreadable', () => {
  const draft = { rejected: { 1: 'other' }, note: 'call', provider: 'WEX', methodId: 7 }
  expect(parseDecision(draft)).toEqual(draft)
  for (const broken of [null, 'x', {}, { ...draft, rejected: { 1: 'unheard of' } }, { ...draft, note: 1 }])
    expect(parseDecision(broken)).toBeUndefined()
  expect(parseDecision({ ...draft, provider: 'Other', methodId: 'x' })).toMatchObject({
    provider: null,
    methodId: null,
  })
})

const aMethod = (id: number, is_default = false) =>
  ({ id, is_default, type: 'credit_card' }) as Order['braintree_payment_methods'][number]
const pays = (
  providers: { provider: 'Braintree' | 'WEX' | 'Fleetcor'; is_ready: boolean }[],
  given: Partial<Order> = {},
) =>
  anOrder({
    payment: { pays_through_platform: true, providers, remaining: '105.75', is_running: false },
    ...given,
  })
const nothing = { provider: null, methodId: null }
const braintree = { provider: 'Braintree', is_ready: true } as const
const wex = { provider: 'WEX', is_ready: false } as const

it('preselects the payment if there is one choice only, and the default card (APR-051)', () => {
  expect(paymentOf(anOrder(), nothing)).toMatchObject({ isNeeded: false, fault: null })
  const one = pays([braintree], { braintree_payment_methods: [aMethod(5)] })
  expect(paymentOf(one, nothing)).toMatchObject({ provider: 'Braintree', methodId: 5, fault: null })
  const some = pays([braintree], { braintree_payment_methods: [aMethod(5), aMethod(6, true)] })
  expect(paymentOf(some, nothing)).toMatchObject({ methodId: 6 })
  expect(paymentOf(some, { provider: null, methodId: 5 })).toMatchObject({ methodId: 5 })
})

it('reports what is missing for the payment (APR-048, APR-049, APR-050)', () => {
  expect(paymentOf(pays([braintree, wex]), nothing).fault).toBe('payment_provider')
  expect(paymentOf(pays([braintree]), nothing).fault).toBe('payment_method')
  const unclear = pays([braintree], { braintree_payment_methods: [aMethod(5), aMethod(6)] })
  expect(paymentOf(unclear, nothing).fault).toBe('payment_method')
  expect(paymentOf(pays([wex]), nothing).fault).toBe('account_number_missing')
  expect(paymentOf(pays([{ ...wex, is_ready: true }]), nothing)).toMatchObject({
    provider: 'WEX',
    fault: null,
  })
})

it('proposes the provider of the default method if there are several; an explicit or earlier choice takes precedence', () => {
  const methods = { braintree_payment_methods: [aMethod(5), aMethod(6, true)] }
  const both = pays([{ ...wex, is_ready: true }, braintree], methods)
  expect(paymentOf(both, nothing)).toMatchObject({ provider: 'Braintree', methodId: 6, fault: null })
  expect(paymentOf(both, { ...nothing, provider: 'WEX' })).toMatchObject({ provider: 'WEX', fault: null })
  const before = { ...both, check_payment_method_of_previous_transaction: 'WEX' as const }
  expect(paymentOf(before, nothing).provider).toBe('WEX')
  const noDefault = pays([wex, braintree], { braintree_payment_methods: [aMethod(5), aMethod(6)] })
  expect(paymentOf(noDefault, nothing)).toMatchObject({ provider: null, fault: 'payment_provider' })
})

it('keeps the provider of an earlier payment that covers the order (APR-052)', () => {
  const order = pays([braintree, wex], { check_payment_method_of_previous_transaction: 'WEX' })
  const covered = { ...order, payment: order.payment && { ...order.payment, remaining: '-2.00' } }
  expect(paymentOf(covered, { provider: 'Braintree', methodId: 5 })).toEqual({
    isNeeded: false,
    provider: 'WEX',
    methodId: null,
    fault: null,
  })
})

/** A line of 600.00 that was approved for 500.00, whose 528.75 with tax are held on a card. */
const aRaisedOrder = (given: Partial<Order> = {}) =>
  pays([braintree], {
    order_services: [aLine({ price: '600.00', total: '600.00', approved_price: '500.00' })],
    last_approval_date: '2026-11-01T12:00:00Z',
    check_payment_method_of_previous_transaction: 'Braintree',
    pre_tax_sub_total: '600.00',
    total: '634.50',
    previous_payments: '528.75',
    ...given,
  })

it('requires no payment if the rejections of the draft leave nothing to pay (APR-052)', () => {
  const order = aRaisedOrder()
  expect(paymentOf(order, nothing, order.total)).toMatchObject({ isNeeded: true, fault: 'payment_method' })
  const { total } = amountOf(order, { rejected: { 1: 'other' } }, 'US')
  expect(paymentOf(order, nothing, total)).toEqual({
    isNeeded: false,
    provider: 'Braintree',
    methodId: null,
    fault: null,
  })
  // Nothing was approved before, and nothing is now.
  const first = pays([braintree])
  const none = amountOf(first, { rejected: { 1: 'other' } }, 'US').total
  expect(paymentOf(first, nothing, none)).toMatchObject({ isNeeded: false, provider: null, fault: null })
  // The server releases an earlier payment if no line remains.
  const replaced = aRaisedOrder({ order_services: [aLine()] })
  expect(paymentOf(replaced, { ...nothing, rejected: { 1: 'other' } }, '0.00')).toMatchObject({
    isNeeded: false,
    provider: null,
  })
  // Without the promotion's terms, the total is unknown, unless no line remains.
  const promotions = [{ id: 1, name: 'x', description: '' }]
  expect(amountOf({ ...first, promotions }, { rejected: { 1: 'other' } }, 'US').total).toBe('0.00')
  expect(paymentOf(aRaisedOrder({ promotions }), nothing, null)).toMatchObject({ isNeeded: true })
})

it('announces a payment for rejecting everything if an earlier price may have to be authorized again', () => {
  const card = { braintree_payment_methods: [aMethod(5)] }
  const isPaid = (order: Order) => rejectionOf(order, nothing, 'US').payment.isNeeded
  expect(isPaid(aRaisedOrder(card))).toBe(false)
  // The authorization is gone.
  const gone = { ...card, check_payment_method_of_previous_transaction: null, previous_payments: '0.00' }
  const released = aRaisedOrder(gone)
  const unpaid = { ...released, payment: released.payment && { ...released.payment, remaining: '634.50' } }
  expect(isPaid(unpaid)).toBe(true)
  const promotions = [{ id: 1, name: 'x', description: '' }]
  expect(rejectionOf({ ...unpaid, promotions }, nothing, 'US')).toMatchObject({
    total: null,
    beforeTax: '500.00',
    payment: { isNeeded: true, methodId: 5 },
  })
  // No line remains, so the order is canceled.
  expect(isPaid(pays([braintree], { ...card, promotions }))).toBe(false)
})

it('reports what changed while an order was open, except labels and notes', () => {
  const seen = anOrder({ order_services: [aLine(), aLine({ id: 2, name: 'Wipers' })] })
  const now = anOrder({
    rev: 2,
    total: '200.00',
    order_services: [
      aLine({ total: '120.00', vanity_label: 'Oil' }),
      aLine({ id: 2, name: 'Wipers', status: 'deleted' }),
      aLine({ id: 3, name: 'Coolant', total: '30.00' }),
    ],
  })
  expect(changesBetween(seen, now)).toEqual([
    { kind: 'price', id: 1, name: 'Oil', before: '100.00', after: '120.00' },
    { kind: 'added', id: 3, name: 'Coolant', after: '30.00' },
    { kind: 'removed', id: 2, name: 'Wipers', after: '100.00' },
    { kind: 'total', before: '105.75', after: '200.00' },
  ])
  expect(changesBetween(seen, { ...seen, rev: 3, po_number: 'PO-9' })).toEqual([])
})

it('does not report the total of a promotion that the approver applied, but still what else changed', () => {
  const seen = anOrder({ total: '450.01' })
  const applied = anOrder({ rev: 2, total: '405.01' })
  expect(changesBetween(withOwnPromotion(seen, applied), applied)).toEqual([])
  const repriced = { ...applied, total: '423.01', order_services: [aLine({ total: '120.00' })] }
  expect(changesBetween(withOwnPromotion(seen, repriced), repriced)).toEqual([
    { kind: 'price', id: 1, name: 'Oil change', before: '100.00', after: '120.00' },
  ])
  const later = { ...applied, rev: 3, total: '500.00' }
  expect(changesBetween(withOwnPromotion(seen, applied), later)).toEqual([
    { kind: 'total', before: '405.01', after: '500.00' },
  ])
})
