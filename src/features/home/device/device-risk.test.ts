import { expect, it } from 'vitest'
import { isAtRisk, mustSendBeforeInstall } from './device-risk.ts'

const hour = 60 * 60_000
const now = Date.parse('2026-03-14T12:00:00Z')
const waiting = { count: 2, oldestAt: now - 25 * hour, isInstalled: false, isPersisted: false }

it('warns if an entry has waited for more than a day in a browser that may delete it (docs/offline.md row 10)', () => {
  expect(isAtRisk(waiting, now)).toBe(true)
  expect(isAtRisk({ ...waiting, oldestAt: now - 23 * hour }, now)).toBe(false)
})

it.each([
  ['nothing waits', { count: 0 }],
  ['the app is installed', { isInstalled: true }],
  ['the browser has promised to keep the storage', { isPersisted: true }],
])('does not warn when %s (docs/offline.md row 10)', (_why, change) => {
  expect(isAtRisk({ ...waiting, ...change }, now)).toBe(false)
})

it('requires sending entries before installing the app on iOS only (docs/offline.md row 15)', () => {
  expect(mustSendBeforeInstall('ios', 1)).toBe(true)
  expect(mustSendBeforeInstall('ios', 0)).toBe(false)
  expect(mustSendBeforeInstall('prompt', 1)).toBe(false)
  expect(mustSendBeforeInstall(null, 1)).toBe(false)
})
