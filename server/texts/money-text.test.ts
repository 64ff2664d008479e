import { expect, it } from 'vitest'
import { moneyText } from './money-text.ts'

it('formats amounts in mails like the app, followed by CAD in Canada (BRD-036)', () => {
  expect(moneyText('CA', '1234.5')).toBe('1,234.50 CAD')
  expect(moneyText('US', '1234.5')).toBe('$1,234.50')
  expect(moneyText('US', '-3')).toBe('-$3.00')
})
