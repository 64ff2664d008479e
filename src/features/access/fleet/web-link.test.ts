import { expect, test } from 'vitest'
import { isWebLink } from './web-link.ts'

test('offers only web pages as links of a fleet (BRD-067)', () => {
  for (const link of ['https://portal.example', 'http://portal.example/x?y=1'])
    expect(isWebLink(link)).toBe(true)
  for (const link of [
    'javascript:alert(1)',
    ' JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '/vehicles',
    '',
    'ftp://x',
  ])
    expect(isWebLink(link)).toBe(false)
})
