import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSignOutPending, setSignOutPending } from './device-session.ts'
import { endOnServer } from './pending-sign-out.ts'

interface Sent {
  respond: (status: number, code?: string) => void
  fail: () => void
}

let sent: Sent[] = []

/** A request that waits until the test responds to it. */
async function nextRequest(count: number): Promise<Sent> {
  await vi.waitUntil(() => sent.length >= count, { timeout: 10_000, interval: 5 })
  return sent[count - 1] ?? expect.unreachable('nothing was sent')
}

function captureRequest(_request: Request, { signal }: { signal: AbortSignal }): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    sent.push({
      fail: () => reject(new TypeError('no signal')),
      respond: (status, code) =>
        resolve(
          new Response(JSON.stringify(code ? { code, errors: [code] } : { alertType: 'success' }), {
            status,
            headers: { 'X-Wheelbook-Api': '1', 'Content-Type': 'application/json' },
          }),
        ),
    })
  })
}

beforeEach(() => {
  sent = []
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('document', { cookie: '', getElementById: () => ({ textContent: '{"key":"wheelbook"}' }) })
  vi.stubGlobal('location', { origin: 'http://fleet.example' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', captureRequest)
})
afterEach(() => {
  setSignOutPending(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  [503, 'unavailable'],
  [429, 'too_many'],
])('a sign-out that fails with a %i stays pending', async (status, code) => {
  const ending = endOnServer()
  ;(await nextRequest(1)).respond(status, code)
  await ending
  expect(isSignOutPending()).toBe(true)
})

test('a sign-out stays pending without a connection, and ends when the server has it or the session had ended', async () => {
  const offline = endOnServer()
  ;(await nextRequest(1)).fail()
  await offline
  expect(isSignOutPending()).toBe(true)
  const rejected = endOnServer()
  ;(await nextRequest(2)).respond(401, 'not_signed_in')
  await rejected
  expect(isSignOutPending()).toBe(false)
  const accepted = endOnServer()
  ;(await nextRequest(3)).respond(200)
  await accepted
  expect(isSignOutPending()).toBe(false)
})
