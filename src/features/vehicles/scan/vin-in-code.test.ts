import { expect, test } from 'vitest'
import { vinInCode } from './vin-in-code.ts'

const VIN = '1M8GDM9AXKP042788'

test.each([
  ['a Code 39 of the VIN alone', VIN],
  ['an import mark in front of it', `I${VIN}`],
  ['start and stop signs around it', `*${VIN}*`],
  ['small letters and blanks', ' 1m8gdm9axkp 042788 '],
  ['a Data Matrix with other fields', `3GNDA13D76S000000,${VIN};2019`],
  ['an address of a maker', `https://maker.example/v?vin=${VIN}&m=1`],
])('finds the VIN in %s', (_what, text) => {
  expect(vinInCode(text)).toBe(VIN)
})

test('accepts a VIN with a wrong check digit only if the code contains nothing but a VIN', () => {
  expect(vinInCode('1M8GDM9A0KP042788')).toBe('1M8GDM9A0KP042788')
  expect(vinInCode('X1M8GDM9A0KP042788')).toBeUndefined()
})

test.each(['', '4006381333931', 'https://maker.example', '1M8GDM9AXKPO42788', '12345678901234567890'])(
  'finds none in %j',
  (text) => {
    expect(vinInCode(text)).toBeUndefined()
  },
)
