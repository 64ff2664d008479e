import { expect, it } from 'vitest'
import { statesOf } from '../catalog/state-list.ts'
import { retailSavings, sumOf, taxOn } from './prices.ts'
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
