import fc from 'fast-check'
import { expect, it } from 'vitest'
import { statesOf } from '#domain/catalog/state-list.ts'
import { cents, difference, discountOf, orderSums, retailSavings, sumOf, taxOn } from './prices.ts'
import { TAX_SOURCES, taxPercent } from './tax-rates.ts'

it('saves p/(1-p) of the shop price against retail (SVC-092)', () => {
  expect(retailSavings('75', 25)).toBe('25.00')
  expect(retailSavings('129.95', 26)).toBe('45.66')
  expect(retailSavings('80.00', 0)).toBe('0.00')
})

it('adds up and taxes to the cent', () => {
  expect(sumOf(['0.10', '0.20', '129.95'])).toBe('130.25')
  expect(sumOf([])).toBe('0.00')
  expect(taxOn('100.00', 14.975)).toBe('14.98')
  expect(taxOn('79.95', 6.25)).toBe('5.00')
})

it('knows the tax of every state and province, with its source and date (ruling 17)', () => {
  const none = statesOf('US', 'en').filter(({ id }) => taxPercent('US', id) === 0)
  expect(none.map(({ id }) => id).sort()).toEqual(['AK', 'AS', 'DE', 'GU', 'MP', 'MT', 'NH', 'OR', 'VI'])
  expect(statesOf('CA', 'en').every(({ id }) => taxPercent('CA', id) >= 5)).toBe(true)
  expect(taxPercent('US', 'ZZ')).toBe(0)
  for (const { source, date } of Object.values(TAX_SOURCES)) {
    expect(source.length).toBeGreaterThan(20)
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})

it('deducts a promotion before tax, never more than the price of the services, and nothing below its minimum', () => {
  const percent = (percent_off: string, minimum = '0') => ({ percent_off, amount_off: null, minimum })
  const amount = (amount_off: string) => ({ percent_off: null, amount_off, minimum: '0' })
  expect(discountOf('99.99', percent('12.5'))).toBe('12.50')
  expect(discountOf('99.99', percent('100'))).toBe('99.99')
  expect(discountOf('99.99', percent('10', '100.00'))).toBe('0.00')
  expect(discountOf('100.00', percent('10', '100.00'))).toBe('10.00')
  expect(discountOf('25.00', amount('40.00'))).toBe('25.00')
  const terms = { taxPercent: 5.75, savingsPercent: 25, promotion: amount('20.00') }
  expect(orderSums(['100.00'], terms)).toEqual({
    pre_tax_sub_total: '100.00',
    discount: '20.00',
    tax_amount: '4.60',
    total: '84.60',
    saving: '33.33',
    lines: [{ price: '100.00', discount: '20.00', tax: '4.60', total: '84.60' }],
  })
  expect(orderSums(['100.00'], { ...terms, promotion: null })).toMatchObject({
    discount: '0.00',
    total: '105.75',
  })
})

it('keeps the share of a discount that was approved if the rest is below the minimum (APR-086)', () => {
  const amount = { percent_off: null, amount_off: '40.00', minimum: '300.00' }
  const off = (price: string, approved_sub_total: string | null) =>
    discountOf(price, { ...amount, approved_sub_total })
  expect(off('270.00', '305.00')).toBe('35.41')
  expect(off('0.00', '305.00')).toBe('0.00')
  // From the minimum on, an approval makes no difference.
  expect(off('300.00', '305.00')).toBe('40.00')
  for (const approved of [null, '299.99']) expect(off('270.00', approved)).toBe('0.00')
  const all = { percent_off: '100.0', amount_off: null, minimum: '300.00', approved_sub_total: '305.00' }
  expect(discountOf('270.01', all)).toBe('270.01')
})

it('never makes a part of the approved services cost more before tax than all of them (APR-086)', () => {
  const amount = (max: number) => fc.integer({ min: 1, max }).map((all) => (all / 100).toFixed(2))
  const off = fc.oneof(
    fc.record({ percent_off: fc.constant(null), amount_off: amount(50_000) }),
    fc.record({
      percent_off: fc.integer({ min: 1, max: 1000 }).map((tenths) => (tenths / 10).toFixed(1)),
      amount_off: fc.constant(null),
    }),
  )
  fc.assert(
    fc.property(amount(1_000_000), amount(1_000_000), fc.nat(100), off, (price, other, percent, given) => {
      const [part, all] = [price, other].sort((a, b) => cents(a) - cents(b)) as [string, string]
      const minimum = ((cents(all) * percent) / 10_000).toFixed(2)
      const terms = { ...given, minimum, approved_sub_total: all }
      const net = (subTotal: string) => cents(difference(subTotal, discountOf(subTotal, terms)))
      expect(net(part)).toBeGreaterThanOrEqual(0)
      expect(net(part)).toBeLessThanOrEqual(net(all))
    }),
    { numRuns: 2000 },
  )
})

it('rounds tax half up per line, not on the total (ruling 35)', () => {
  // 5 percent of 0.10 is half a cent: twice a whole cent by line, one cent on the sum.
  const sums = orderSums(['0.10', '0.10'], { taxPercent: 5, savingsPercent: 25, promotion: null })
  expect(sums).toMatchObject({ tax_amount: '0.02', total: '0.22' })
})

it('keeps lines, discount, tax and total consistent to the cent (ruling 35)', () => {
  const price = fc.integer({ min: 0, max: 99_999_999_99 }).map((all) => (all / 100).toFixed(2))
  const promotion = fc.option(
    fc.oneof(
      fc.record({
        percent_off: fc.integer({ min: 0, max: 1000 }).map((tenths) => (tenths / 10).toFixed(1)),
        amount_off: fc.constant(null),
        minimum: fc.constantFrom('0', '50.00'),
      }),
      fc.record({ percent_off: fc.constant(null), amount_off: price, minimum: fc.constant('0') }),
    ),
    { nil: null },
  )
  const taxPercent = fc.integer({ min: 0, max: 15_000 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(fc.array(price, { maxLength: 12 }), taxPercent, promotion, (prices, percent, terms) => {
      const sums = orderSums(prices, { taxPercent: percent, savingsPercent: 25, promotion: terms })
      const add = (field: 'price' | 'discount' | 'tax' | 'total') =>
        sumOf(sums.lines.map((line) => line[field]))
      expect(add('price')).toBe(sums.pre_tax_sub_total)
      expect(add('discount')).toBe(sums.discount)
      expect(add('tax')).toBe(sums.tax_amount)
      expect(add('total')).toBe(sums.total)
      const net = difference(sums.pre_tax_sub_total, sums.discount)
      expect(sums.total).toBe(sumOf([net, sums.tax_amount]))
      for (const line of sums.lines) {
        expect(cents(line.discount)).toBeGreaterThanOrEqual(0)
        expect(cents(line.discount)).toBeLessThanOrEqual(cents(line.price))
        // Half up in whole cents, computed in millionths of a cent without floats.
        const exact = BigInt(cents(line.price) - cents(line.discount)) * BigInt(Math.round(percent * 1000))
        expect(BigInt(cents(line.tax))).toBe((exact + 50_000n) / 100_000n)
      }
    }),
    { numRuns: 2000 },
  )
})
