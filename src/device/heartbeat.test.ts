import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outbox, OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { heartbeatDelayMs } from './heartbeat.ts'
import { createFinalReport, sendReport } from './unsent-report.ts'

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

describe('the last report before a sign-out or a switch of the fleet (OFF-071)', () => {
  const scope = { tenantId: 3, userId: 7 }
  let isServerThere = true

  beforeEach(() => {
    isServerThere = true
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    })
    vi.stubGlobal('document', { cookie: '', getElementById: () => ({ textContent: '{"key":"wheelbook"}' }) })
    vi.stubGlobal('location', { origin: 'http://fleet.example' })
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.stubGlobal('__APP_VERSION__', 'test')
    vi.stubGlobal('fetch', async () => {
      if (!isServerThere) throw new TypeError('no signal')
      const headers = { 'X-Wheelbook-Api': '1', 'Content-Type': 'application/json' }
      return new Response(JSON.stringify({ success: true }), { headers })
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const statusOf = (waiting: number) =>
    ({ waiting, filesWaiting: 1, needsYou: 0, needsYouFiles: 0 }) as OutboxStatus
  const anOutbox = (waiting: number) =>
    ({
      status: { current: async () => statusOf(waiting) },
      oldestAt: { current: async () => now },
    }) as unknown as Outbox

  async function reported(waiting: number): Promise<void> {
    await sendReport(anOutbox(waiting), scope, statusOf(waiting)).catch(() => undefined)
  }

  it('has the numbers of what is left, if the server has others', async () => {
    await reported(3)
    expect(await createFinalReport(anOutbox(1), scope)).toMatchObject({
      session: '3:7',
      report: { pending: 2, pending_files: 1, stuck: 0, oldest_at: new Date(now).toISOString() },
    })
  })

  it('is left out only if the server is known to have these numbers', async () => {
    await reported(3)
    expect(await createFinalReport(anOutbox(3), scope)).toBeNull()
    // Nothing of the user stays behind, so this is not known any more.
    expect(await createFinalReport(anOutbox(3), scope)).not.toBeNull()
    await reported(3)
    isServerThere = false
    // It may have arrived.
    await reported(5)
    expect(await createFinalReport(anOutbox(3), scope)).not.toBeNull()
  })

  it('is made when nothing is sent any more, and left out if storage fails or does not respond', async () => {
    vi.useFakeTimers()
    const waiting = createFinalReport(anOutbox(1), scope, new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(2000)
    expect(await waiting).toBeNull()
    expect(await createFinalReport(anOutbox(1), scope, Promise.reject(new Error('lost')))).toBeNull()
  })
})
