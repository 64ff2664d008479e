import { expect, it } from 'vitest'
import { parseUrl } from './web-address.ts'

it.each([
  ['https://shop.example/a?b=c', undefined, 'https://shop.example/a?b=c'],
  ['/vehicles', 'https://fleet.example', 'https://fleet.example/vehicles'],
  ['/vehicles', undefined, undefined],
  ['https://', undefined, undefined],
  ['', undefined, undefined],
])('parses %j, relative to %j, as %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href)
})
