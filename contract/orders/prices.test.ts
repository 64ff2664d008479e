import { expect, it } from 'vitest'
import { statesOf } from '../catalog/state-list.ts'
import { discountOf, orderSums, retailSavings, sumOf, taxOn } from './prices.ts'
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

it('takes a promotion off before tax, never more than the services cost, and nothing below its minimum', () => {
  const percent = (percent_off: string, minimum = '0') => ({ percent_off, amount_off: null, minimum })
  const amount = (amount_off: string) => ({ percent_off: null, amount_off, minimum: '0' })
  expect(discountOf('99.99', percent('12.5'))).toBe('12.50')
  expect(discountOf('99.99', percent('100'))).toBe('99.99')
  expect(discountOf('99.99', percent('10', '100.00'))).toBe('0.00')
  expect(discountOf('100.00', percent('10', '100.00'))).toBe('10.00')
  expect(discountOf('25.00', amount('40.00'))).toBe('25.00')
  expect(orderSums('100.00', 5.75, amount('20.00'))).toEqual({
    pre_tax_sub_total: '100.00',
    discount: '20.00',
    tax_amount: '4.60',
    total: '84.60',
    saving: '33.33',
  })
  expect(orderSums('100.00', 5.75, null)).toMatchObject({ discount: '0.00', total: '105.75' })
})
