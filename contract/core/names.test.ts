import { expect, test } from 'vitest'
import { looksLikeLink } from '#domain/core/plain-name.ts'
import { Name } from './names.ts'
import * as z from './zod.ts'

test.each([
  "O'Brien-Smith Jr.",
  'D.J.',
  'Ñandú',
  'Anne-Marie',
  'St. John',
  "Jean-François d'Été",
  'J.R.R. Tolkien',
  'J.Smith',
  'J.-F.Tremblay',
  'Mary Ann',
  'Müller-Lüdenscheidt',
  'Ó Súilleabháin',
  'van der Berg',
  'Ng',
  'X Æ A-12',
  '李小龙',
  'Владимир',
  'محمد',
  'می‌خواهم',
  'क्‍ष',
  'Nguyễn Thị Minh Khai',
  'Nuñez III',
  'Smith, Sr.',
  'Sr.',
  'É. Roy',
  'Harborline Foods Inc.',
  'A.B.C. Towing',
  'Cie. Laurentides Ltée.',
  'Fleet 2.0',
  'Unit 7 / Bay 3',
  'Van #12',
  'Truck 1.5 t',
  'Ford 2.0L',
  'Dept. 4: Sales',
  'No. 12',
  'R&D',
  '50 % hybrid',
  'Joe’s Garage (north)',
  'N.Y. Depot',
])('accepts a real name: %s', (name) => {
  expect(z.safeParse(Name(60), name)).toMatchObject({ success: true, data: name })
})

test.each([
  'Your account is locked, go to https://evil.example',
  'evil.example',
  'EVIL.EXAMPLE',
  'see www.evil',
  't.co/x',
  'a@b',
  'me@evil.example',
  'evil．example',
  'evil。example',
  'evil․example',
  'evil.example/reset',
  'ｅｖｉｌ.example',
  'http:evil',
  'HTTPS://x',
  'mailto:x',
  'tel:911',
  'javascript:x',
  '(evil.example)',
  'evil.example.',
  'x.com',
  'пример.рф',
  'evil.\u200bexample',
  'a\u202eb',
  'a\u2066b',
  'a\u200eb',
  'a\u00adb',
  'a\ufeffb',
  'a\u061cb',
  'a\nb',
  'a\rb',
  'a\u2028b',
  'a\tb',
  'a\0b',
  'a\u0085b',
  'a\ud800',
  '',
  ' ',
])('rejects a name that looks like an address, or hides something: %j', (name) => {
  expect(z.safeParse(Name(60), name).success).toBe(false)
})

test('does not take a name of letters, apostrophes, hyphens, spaces and initials for an address', () => {
  const parts = [
    'Anne',
    'd’Été',
    "O'Neil",
    'St.',
    'J.',
    'D.J.',
    'Jr.',
    'Ñu',
    'van',
    'Marie-Ève',
    '李',
    'É.',
    'III',
    'Mc Coy',
  ]
  for (const a of parts)
    for (const b of parts) for (const c of parts) expect(looksLikeLink(`${a} ${b} ${c}`)).toBe(false)
})

test('finds an address anywhere in a name, in any notation', () => {
  const hosts = [
    'evil.example',
    'Evil.Example',
    'a-b.evil.io',
    'x9.ca',
    'évil.québec',
    'bit.ly/3x',
    'www.evil',
    'a@b.c',
  ]
  const around = [
    (h: string) => h,
    (h: string) => `Bob ${h}`,
    (h: string) => `${h} Bob`,
    (h: string) => `(${h})`,
  ]
  const more = [(h: string) => `"${h}",`, (h: string) => `go:${h}!`, (h: string) => `J.Smith ${h}`]
  for (const host of hosts)
    for (const put of [...around, ...more])
      for (const shape of [put(host), put(host).toUpperCase()])
        expect([shape, looksLikeLink(shape)]).toEqual([shape, true])
})
