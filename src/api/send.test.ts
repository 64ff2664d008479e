import { MutationObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ApiFailure, isTransient } from './failure.ts'
import { createQueryClient } from './query-client.ts'
import { send } from './send.ts'
import { onServerContact } from './server-contact.ts'
import { onUnauthorized } from './unauthorized.ts'

const request = () => new Request('http://fleet.example/api/v4/vehicles', { headers: { 'app-name': 'x' } })

function respondWith(body: unknown, init: ResponseInit = {}, headers = { 'X-Wheelbook-Api': '1' }) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { ...init, headers }))
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it succeeded'),
    (error) => error as ApiFailure,
  )

beforeEach(() => {
  vi.stubGlobal('document', { getElementById: () => null })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('joins `error` or `errors` of a response into one message', async () => {
  // API-017
  respondWith({ errors: ['a', 'b'] }, { status: 422 })
  expect((await failureOf(send(request()))).message).toBe('a, b')
  respondWith({ error: 'c' }, { status: 400 })
  expect((await failureOf(send(request()))).message).toBe('c')
})

test('returns the alert of a success, and throws the alert of a failure', async () => {
  // API-012
  const done = { alertType: 'success', alertMessage: 'Sent' }
  respondWith(done, { status: 201 })
  expect(await (await send(request())).json()).toEqual(done)
  respondWith({ code: 'not_allowed', alertType: 'error', alertMessage: 'Refused' }, { status: 403 })
  const failure = await failureOf(send(request()))
  expect([failure.code, failure.status, failure.messages]).toEqual(['not_allowed', 403, ['Refused']])
})

test('a write calls its failure callback once, even for a transient failure', async () => {
  // API-014
  const calls = vi.fn(() => send(request()))
  const onError = vi.fn()
  const write = new MutationObserver(createQueryClient(), { mutationFn: calls, onError })
  respondWith({ code: 'unavailable', errors: ['x'] }, { status: 503 })
  await write.mutate(undefined).catch(() => {})
  expect([calls.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1])
  respondWith({}, { status: 201 })
  await write.mutate(undefined)
  expect(onError).toHaveBeenCalledTimes(1)
})

test('a page that is not from our server is never accepted as a response, even with status 200', async () => {
  respondWith('<html>Sign in to the network</html>', { status: 200 }, {} as never)
  const failure = await failureOf(send(request()))
  expect(failure.code).toBe('not_api')
  expect(isTransient(failure)).toBe(true)
})

test('a missing connection is a transient failure with its own code; a rejection is not transient', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const offline = await failureOf(send(request()))
  expect([offline.code, offline.status, isTransient(offline)]).toEqual(['network', 0, true])
  respondWith({ code: 'validation', errors: ['x'], fields: { zip: ['zip'] } }, { status: 422 })
  const refused = await failureOf(send(request()))
  expect([refused.code, isTransient(refused), refused.fields]).toEqual([
    'validation',
    false,
    { zip: ['zip'] },
  ])
})

test('reports `not_signed_in` to the session listener once', async () => {
  const listener = vi.fn()
  const stop = onUnauthorized(listener)
  respondWith({ code: 'not_signed_in', errors: [] }, { status: 401 })
  const before = performance.now()
  await failureOf(send(request()))
  expect(listener).toHaveBeenCalledTimes(1)
  // By a clock that cannot be set back.
  const [startedAt] = listener.mock.calls[0] ?? []
  expect(startedAt).toBeGreaterThanOrEqual(before)
  expect(startedAt).toBeLessThanOrEqual(performance.now())
  respondWith({ code: 'invalid_credentials', errors: [] }, { status: 401 })
  await failureOf(send(request()))
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
})

test('a failure is reported to the configured address without texts or ids, and nowhere when none is set', async () => {
  const reports: [string, RequestInit][] = []
  vi.stubGlobal('fetch', async (to: string | Request, init: RequestInit) => {
    if (typeof to === 'string') reports.push([to, init])
    const body = JSON.stringify({ code: 'internal', errors: ['secret'] })
    return new Response(body, { status: 500, headers: { 'X-Wheelbook-Api': '1' } })
  })
  const request = new Request('http://fleet.example/api/v4/vehicles/77')
  await failureOf(send(request))
  expect(reports).toEqual([]) // API-019

  vi.resetModules()
  const page = JSON.stringify({ errorReportUrl: 'https://reports.example/in' })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: page }) })
  vi.stubGlobal('__APP_VERSION__', '1.2.3')
  vi.stubGlobal('location', { host: 'wayfare.development.example' })
  const { send: sendWithReports } = await import('./send.ts')
  await failureOf(sendWithReports(request))
  expect(reports).toHaveLength(1) // API-018, CST-007
  const [[url, init] = ['', {}]] = reports
  expect(url).toBe('https://reports.example/in') // API-019
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit' })
  expect(JSON.parse(String(init.body))).toMatchObject({
    code: 'internal',
    path: '/api/v4/vehicles/:id',
    app_version: '1.2.3',
    environment: 'staging', // CST-006
  })
  expect(init.body).not.toContain('secret')
})

test('every call reports whether the server was reached, so that the chip and an error never disagree', async () => {
  // OFF-042
  const contacts: string[] = []
  const ignore = onServerContact((contact) => contacts.push(contact))
  respondWith({})
  await send(request())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await failureOf(send(request()))
  respondWith({}, { status: 422 })
  await failureOf(send(request()))
  // A proxy in front of a server that is down.
  respondWith({}, { status: 502 }, {} as never)
  await failureOf(send(request()))
  expect(contacts).toEqual(['online', 'offline', 'online', 'offline'])
  ignore()
})
