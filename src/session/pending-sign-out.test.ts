import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSignOutPending, setSignOutPending } from './device-session.ts'
import { endOnServer, finishPendingSignOut } from './pending-sign-out.ts'

interface Sent {
  respond: (status: number, code?: string) => void
  fail: () => void
  signal: AbortSignal
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
      signal,
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

/** Waits until what follows a failed request has run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

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

test('a sign-in replaces a pending sign-out whose request is still running', async () => {
  setSignOutPending(true)
  finishPendingSignOut()
  const hanging = await nextRequest(1)
  // The user has signed in.
  setSignOutPending(false)
  // Its late response would delete the cookies of the new session.
  expect(hanging.signal.aborted).toBe(true)
  await settled()
  expect(isSignOutPending()).toBe(false)
})

test('a pending sign-out that fails after a sign-in is not repeated', async () => {
  const ending = endOnServer()
  const hanging = await nextRequest(1)
  setSignOutPending(false)
  hanging.fail()
  await ending
  expect(isSignOutPending()).toBe(false)
})

test('a sign-out is pending while its first request runs', async () => {
  const ending = endOnServer()
  expect(isSignOutPending()).toBe(true)
  ;(await nextRequest(1)).respond(200)
  await ending
  expect(isSignOutPending()).toBe(false)
})
