import { expect, it } from 'vitest'
import { heartbeatDelayMs } from './heartbeat.ts'

const now = 1_000_000
const minute = 60_000

it('reports a change to the server once it has lasted for five seconds (docs/offline.md#protocol)', () => {
  expect(heartbeatDelayMs(null, '3', now, now)).toBe(5_000)
  expect(heartbeatDelayMs({ text: '0', at: now - minute }, '3', now - 4_000, now)).toBe(1_000)
  expect(heartbeatDelayMs({ text: '0', at: now - minute }, '3', now - minute, now)).toBe(0)
})

it('reports an unchanged state only every ten minutes', () => {
  // Sent within the five seconds: the same state as reported before.
  expect(heartbeatDelayMs({ text: '0', at: now - minute }, '0', now, now)).toBe(9 * minute)
  expect(heartbeatDelayMs({ text: '0', at: now - 11 * minute }, '0', now, now)).toBe(0)
})
