import { expect, it } from 'vitest'
import { isExpiration } from './expiration.ts'

it.each([
  ['12/31', true],
  ['11/26', true],
  ['10/26', false],
  ['1/2027', true],
  ['13/30', false],
  ['1231', true],
  ['1026', false],
  ['123', false],
  ['', false],
])('%s is an expiration date in November 2026: %s', (text, is) => {
  expect(isExpiration(text, new Date(2026, 10, 20))).toBe(is)
})
