// Notices about entries that the browser removed (docs/offline.md row 10).
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Outbox, OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { watchDevice } from './device-care.ts'
import { lostData, markReported, recordLost, subtractArrived } from './lost-data.ts'
import { writeSentinel } from './sentinel.ts'

const scope = { tenantId: 3, userId: 7 }
const keys = ['0192f0c0-0000-7000-8000-000000000001', '0192f0c0-0000-7000-8000-000000000002']
const removed = { count: 2, files: 0, oldestAt: null, keys }
/** Ends when the server is asked what has arrived, with a function that answers it. */
let question = Promise.withResolvers<(response: Response) => void>()

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('document', {
    cookie: '',
    visibilityState: 'visible',
    getElementById: () => ({ textContent: '{"key":"wheelbook"}' }),
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  vi.stubGlobal('location', { origin: 'http://fleet.example', protocol: 'http:' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  question = Promise.withResolvers()
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => question.resolve(resolve)))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Asks which of the entries have arrived; returns how to answer that the first one has not. */
async function asking() {
  const subtracting = subtractArrived(scope)
  const answer = await question.promise
  return async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Wheelbook-Api': '1' }
    answer(new Response(JSON.stringify({ missing: keys.slice(0, 1) }), { headers }))
    await subtracting
  }
}

it('a notice that is dismissed while the server checks what has arrived does not return', async () => {
  recordLost(scope, removed)
  const reply = await asking()
  lostData.dismiss(scope)
  await reply()
  expect(lostData.of(scope)).toBeNull()
})

it('a loss that is reported while the server checks what has arrived is not reported again', async () => {
  recordLost(scope, removed)
  const reply = await asking()
  const reported = lostData.of(scope)
  if (reported) markReported(scope, reported)
  await reply()
  expect(lostData.of(scope)).toMatchObject({ count: 1, isTold: true })
})

it('a report about an earlier loss does not count for a later one', () => {
  recordLost(scope, removed, 1)
  const reported = lostData.of(scope)
  recordLost(scope, removed, 2)
  if (reported) markReported(scope, reported)
  expect(lostData.of(scope)).toMatchObject({ isTold: false })
})

it('a loss is recorded once, although the server cannot be asked and the notice was dismissed', async () => {
  const sent = vi.fn((_request: Request) => Promise.reject(new TypeError('no signal')))
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' })
  writeSentinel(scope, removed)
  let notify = (_status: OutboxStatus) => {}
  const hasEverStored = vi.fn(async () => false)
  const outbox = {
    status: {
      subscribe(listener: typeof notify) {
        notify = listener
        return () => {}
      },
    },
    hasEverStored,
  } as unknown as Outbox
  const stop = watchDevice({ outbox }, scope)
  const listedWithNeedsYou = { entries: 0, files: 0 }
  const status = { waiting: 0, filesWaiting: 0, needsYou: 0, needsYouFiles: 0, listedWithNeedsYou }
  notify(status as OutboxStatus)
  await vi.waitUntil(() => lostData.of(scope) !== null)
  lostData.dismiss(scope)
  await vi.waitUntil(() => sent.mock.calls.some(([{ url }]) => url.includes('receipts')))
  const removeItem = vi.spyOn(localStorage, 'removeItem')
  notify(status as OutboxStatus)
  // The last step is that the record of what is unsent is written; a loss would be recorded before.
  await vi.waitUntil(() => removeItem.mock.calls.length > 0)
  expect(lostData.of(scope)).toBeNull()
  stop()
})
