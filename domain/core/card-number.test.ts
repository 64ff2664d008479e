import { expect, test } from 'vitest'
import { SingleLineText, Text } from '#contract/core/fields.ts'
import { SANDBOX_CARDS } from '#domain/money/sandbox-cards.ts'
import { hasCardNumber } from './card-number.ts'

test('finds a card number however it is typed (PAY-029)', () => {
  for (const { number } of SANDBOX_CARDS) expect(hasCardNumber(number), number).toBe(true)
  for (const text of [
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111\u202f1111\u202f1111\u202f1111',
    'Visa 4111 1111 1111 1111 12/31 123',
    '12 4111111111111111',
    '3782 822463 10005, the blue one',
    '"4111111111111111"',
    // Diners Club, UnionPay, Maestro, a Visa of 13 and one of 19 digits.
    '30569309025904',
    '6200000000000005',
    '6759649826438453',
    '4222222222222',
    '4000000000000000006',
    'Call 614 555 0100, card 5555 5555 5555 4444',
  ])
    expect(hasCardNumber(text), text).toBe(true)
})

test('does not take other numbers for a card number', () => {
  for (const text of [
    '',
    'Fuel and tires',
    '1 Main St, Columbus 43215-1234',
    '614 555 0100',
    '4111 1111 1111 1112',
    '1711111111111111',
    '-83.0041111111111111',
    'a4111111111111111f',
    '1HGCM82633A004352',
    '41111111111111114111111111111111',
    // An IMEI, two phone numbers in a row, days, a WEX number, an odometer, a time in milliseconds.
    '356938035643809',
    '416-555-0100 416-555-0136',
    '1 416 555 0100 1 416 555 0136',
    '2026-11-23 2026-11-30',
    '0412345678901',
    '120 450',
    '1763856000000',
    'PO 2026-0001-0002-0003',
  ])
    expect(hasCardNumber(text), text).toBe(false)
})

test('searches a long sequence of numbers quickly', () => {
  const began = performance.now()
  expect(hasCardNumber('7 '.repeat(5_000))).toBe(false)
  expect(hasCardNumber(`${'7 '.repeat(5_000)}4111 1111 1111 1111`)).toBe(true)
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('does not take a phone number or a pair of them for a card number, regardless of the digits', () => {
  for (let n = 0; n < 20_000; n++) {
    const part = (from: number, to: number) => from + ((n * 7919 + to * 31) % (to - from))
    const phone = (by: string) => [part(200, 999), part(201, 998), part(1000, 9999)].join(by)
    expect(hasCardNumber(`${phone('-')} ${phone(' ')}`)).toBe(false)
    expect(hasCardNumber(`+1${phone('').slice(0, 10)}`)).toBe(false)
  }
})

test('every free-text field rejects a card number with a separate code', () => {
  for (const field of [Text(500), SingleLineText(100)]) {
    const refused = field.safeParse('Visa 4111 1111 1111 1111, thanks')
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['card_number'])
    expect(field.safeParse('4111 1111 1111 1112').success).toBe(true)
  }
})
