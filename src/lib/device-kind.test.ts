import { expect, test } from 'vitest'
import { deviceKindOf } from './device-kind.ts'

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const TABLET = 'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/150.0 Safari/537.36'

test.each([
  ['a desktop', DESKTOP, false, false, 900, 'computer'],
  [
    'a desktop with a small window and a touch screen beside its mouse',
    DESKTOP,
    false,
    false,
    400,
    'computer',
  ],
  ['an Android phone', DESKTOP, true, true, 412, 'phone'],
  ['an iPhone, which has no client hints', IPHONE, undefined, true, 390, 'phone'],
  ['Firefox on a phone', FIREFOX, undefined, true, 390, 'phone'],
  ['an iPad, which says that it is a Mac', IPAD, undefined, true, 820, 'device'],
  ['an Android tablet with a mouse', TABLET, false, false, 800, 'device'],
] as const)('%s is called what it is', (_, userAgent, isMobile, isCoarse, shortSide, kind) => {
  expect(deviceKindOf({ userAgent, isMobile, isCoarse, shortSide })).toBe(kind)
})
