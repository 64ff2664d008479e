import { expect, test } from 'vitest'
import { accountNumberError, digitsOf } from './account-number.ts'

test('a WEX account number has exactly 13 digits (PAY-032, PAY-034, PAY-035)', () => {
  expect(accountNumberError('')).toBe('missing')
  for (const length of [1, 12, 14, 19])
    expect(accountNumberError('1'.repeat(length)), `${length}`).toBe('invalid')
  expect(accountNumberError('0'.repeat(13))).toBeUndefined()
})

test('all characters except digits are ignored, typed or pasted (PAY-033)', () => {
  expect(digitsOf('12a3')).toBe('123')
  expect(digitsOf(' 0420-0000 0000\t7\n')).toBe('0420000000007')
  expect(digitsOf('-1.5e3')).toBe('153')
  expect(digitsOf('٣٤')).toBe('')
})
