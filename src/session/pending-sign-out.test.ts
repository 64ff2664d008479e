import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSignOutPending, setSignOutPending } from './device-session.ts'
import { endOnServer, finishPendingSignOut } from './pending-sign-out.ts'

interface Sent {
  request: Request
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

function captureRequest(request: Request, { signal }: { signal: AbortSignal }): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    sent.push({
      request,
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
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' })
  vi.stubGlobal('location', { origin: 'http://fleet.example' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', captureRequest)
})
afterEach(() => {
  setSignOutPending(false)
  vi.useRealTimers()
  vi.restoreAllMocks()
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

const finalReport = {
  session: '3:7',
  report: {
    device_id: '0192f0c0-0000-7000-8000-000000000001',
    pending: 0,
    oldest_at: null,
    stuck: 0,
    app_version: 'test',
    persisted: true,
    installed: true,
  },
}
const pathOf = ({ request }: Sent) => new URL(request.url).pathname

test('what stays unsent is reported before the session ends, also if the sign-out is repeated (OFF-071)', async () => {
  const ending = endOnServer(Promise.resolve(finalReport))
  expect(isSignOutPending()).toBe(true)
  const report = await nextRequest(1)
  expect(pathOf(report)).toBe('/api/v4/clients/heartbeat')
  expect(report.request.headers.get('x-wheelbook-session')).toBe('3:7')
  expect(await report.request.json()).toEqual(finalReport.report)
  // A rejected report does not keep the session.
  report.respond(503, 'unavailable')
  const end = await nextRequest(2)
  expect(pathOf(end)).toBe('/api/v4/shell_sessions')
  end.fail()
  await ending
  // By the next start of the app.
  const repeated = endOnServer()
  const again = await nextRequest(3)
  expect(await again.request.json()).toEqual(finalReport.report)
  again.respond(200)
  ;(await nextRequest(4)).respond(200)
  await repeated
  expect(isSignOutPending()).toBe(false)
  expect(sent.map(pathOf).filter((path) => path.endsWith('heartbeat'))).toHaveLength(2)
})

test('a report without a response delays the sign-out for three seconds, and for none without a connection', async () => {
  const limits: number[] = []
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return timeout(ms === 3000 ? 30 : ms)
  })
  const ending = endOnServer(Promise.resolve(finalReport))
  await nextRequest(1)
  const end = await nextRequest(2)
  expect(limits).toEqual([3000, 20_000])
  end.respond(200)
  await ending
  expect(isSignOutPending()).toBe(false)
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' })
  const offline = endOnServer(Promise.resolve(finalReport))
  expect(pathOf(await nextRequest(3))).toBe('/api/v4/shell_sessions')
  sent.at(-1)?.fail()
  await offline
})

test('a sign-in while the report is sent replaces the sign-out', async () => {
  const ending = endOnServer(Promise.resolve(finalReport))
  const report = await nextRequest(1)
  setSignOutPending(false)
  report.respond(200)
  await ending
  expect(sent).toHaveLength(1)
  expect(isSignOutPending()).toBe(false)
})
