import { expect, test } from 'vitest'
import { createAxisFormats } from './format-axis.ts'

test('axes show distances in thousands and costs in cents (DSH-007, DSH-008)', () => {
  const us = createAxisFormats('US', 'en')
  expect([us.thousands(0), us.thousands(40_000), us.thousands(2_500)]).toEqual(['0', '40k', '2.5k'])
  expect([us.cents(0.125), us.thousandsOfMoney(12_000)]).toEqual(['12.5¢', '$12k'])
  const quebec = createAxisFormats('CA', 'fr')
  expect([quebec.thousands(2_500), quebec.cents(0.125)]).toEqual(['2,5\u00a0k', '12,5\u00a0¢'])
  expect(quebec.thousandsOfMoney(12_000)).toBe('12\u00a0k CAD')
})

test("months are named in the screen language, regardless of the device's time zone (DSH-005)", () => {
  expect(createAxisFormats('US', 'en').month('2026-03')).toBe('Mar')
  expect(createAxisFormats('CA', 'fr').longMonth('2026-03')).toBe('mars 2026')
})
