import { expect, test } from 'vitest'
import { SERVER_PATHS } from './shell.ts'

/** Workbox compares the path with its query. */
const isServed = (address: string) => SERVER_PATHS.some((path) => path.test(address))

test.each(['/vehicles?q=No.12', '/settings?tab=users&q=nina%40example.com', '/vehicles/12?from=/a.pdf', '/'])(
  'the app handles %s, also offline',
  (address) => {
    expect(isServed(address)).toBe(false)
  },
)

test.each(['/api/v4/vehicles', '/readyz', '/favicon.ico', '/manifest.webmanifest?v=2', '/sw.js'])(
  'the server handles %s',
  (address) => {
    expect(isServed(address)).toBe(true)
  },
)
