import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Flags } from '#contract/access/account.ts'
import type { CurrentUser } from '#contract/access/session.ts'
// Loads in real time otherwise, which the simulated clock does not wait for.
import '#src/api/link.ts'
import { flagsQuery, meQuery } from './account-queries.ts'
import {
  hasSessionCookie,
  isSignedOut,
  isSignOutPending,
  readDeviceSession,
  readRemoval,
  rememberedEmail,
  setSignOutPending,
} from './device-session.ts'
import { createSessionStore } from './session-store.ts'

function aUser(given: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 7,
    fleet_id: 3,
    name: 'Ada Quill',
    email: 'ada@example.com',
    roles: ['Owner'],
    fleet: { features: [] as CurrentUser['fleet']['features'] },
    ...given,
  } as CurrentUser
}

/** The contents of localStorage. */
let stored = new Map<string, string>()

function aStorage(stored: Map<string, string>): Storage {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
    key: () => null,
    get length() {
      return stored.size
    },
  }
}

function open() {
  const queryClient = new QueryClient()
  const localWork = {
    open: vi.fn(),
    resume: vi.fn(),
    forget: vi.fn(async () => {}),
    forgetClosed: vi.fn(async () => {}),
  }
  const restartAt = vi.fn()
  return {
    store: createSessionStore({ queryClient, localWork, restartAt }),
    queryClient,
    localWork,
    restartAt,
  }
}

/** Signs in and stores the small queries, as on a previous day. */
async function visitBefore(user = aUser()) {
  const { store } = open()
  store.signIn(user)
  await vi.advanceTimersByTimeAsync(500)
}

beforeEach(() => {
  vi.useFakeTimers()
  stored = new Map()
  vi.stubGlobal('localStorage', aStorage(stored))
  vi.stubGlobal('sessionStorage', aStorage(new Map()))
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { origin: 'http://fleet.example' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no signal')))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the app opens signed in from local data, without a request', async () => {
  // OFF-003, OFF-028
  await visitBefore()
  const { store, localWork } = open()
  await store.start()
  expect(store.current()).toMatchObject({ status: 'signedIn', user: { id: 7, name: 'Ada Quill' } })
  expect(localWork.open).toHaveBeenCalledTimes(1)
})

/** Simulates a server that returns this user and this value of the telematics flag. Returns the paths it receives. */
function serve(user: CurrentUser, telematics: 'on' | 'off', cookie = '') {
  vi.stubGlobal('document', { cookie, getElementById: () => ({ textContent: '{"key":"wheelbook"}' }) })
  const paths: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    paths.push(pathname)
    const body = pathname.endsWith('feature_flags') ? { flags: { telematics }, footer_links: [] } : user
    return Response.json(body, { headers: { 'x-wheelbook-api': '1' } })
  })
  return paths
}

const telematicsOf = (queryClient: QueryClient) =>
  queryClient.getQueryData<{ flags: Flags }>(flagsQuery().queryKey)?.flags.telematics

test('each start requests the flags once, and a failure keeps the stored ones', async () => {
  // BRD-046, BRD-050
  const paths = serve(aUser(), 'on')
  await visitBefore()
  expect(paths).toEqual([expect.stringContaining('feature_flags')])
  serve(aUser(), 'off')
  const next = open()
  await next.store.start()
  await vi.advanceTimersByTimeAsync(500)
  expect(telematicsOf(next.queryClient)).toBe('off')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no signal')))
  const offline = open()
  await offline.store.start()
  await vi.advanceTimersByTimeAsync(500)
  expect(telematicsOf(offline.queryClient)).toBe('off')
})

test('the stored user is requested again after a start', async () => {
  await visitBefore()
  const next = open()
  await next.store.start()
  expect(next.store.current()).toMatchObject({ status: 'signedIn', user: { roles: ['Owner'] } })
  const paths = serve(aUser({ roles: ['Driver'] }), 'on')
  // As `FreshUser` does.
  const stop = new QueryObserver(next.queryClient, meQuery()).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(500)
  stop()
  expect(paths.filter((path) => path.endsWith('/customers/me'))).toHaveLength(1)
  expect(next.queryClient.getQueryData(meQuery().queryKey)?.roles).toEqual(['Driver'])
})

test('a device without local data and session cookie is signed out at once', async () => {
  const { store } = open()
  await store.start()
  expect(store.current().status).toBe('signedOut')
})

test.each([
  ['another person', 'current_fleet_id=3; current_user_email=ben%40example.com'],
  ['another fleet', 'current_fleet_id=4; current_user_email=ada%40example.com'],
  ['another account', 'current_fleet_id=3; current_account_id=8; current_user_email=ada%40example.com'],
])('local data is not shown to %s whom the cookies name', async (_, cookie) => {
  await visitBefore()
  await open().store.start()
  await vi.advanceTimersByTimeAsync(500)
  vi.stubGlobal('document', { cookie })
  const { store, localWork } = open()
  await store.start()
  await store.known()
  expect(store.current().status).toBe('signedOut')
  expect(localWork.open).not.toHaveBeenCalled()
})

test('the same user is accepted regardless of the case of the address, with a new address, and after the session cookies have expired', async () => {
  for (const cookie of [
    'current_account_id=7; current_fleet_id=3; current_user_email=former%40example.com',
    'current_fleet_id=3; current_user_email=ADA%40example.com',
    'current_user_email=x%40y.z',
  ]) {
    await visitBefore()
    vi.stubGlobal('document', { cookie })
    const { store } = open()
    await store.start()
    expect(store.current().status).toBe('signedIn')
  }
})

test('a pending sign-out prevents opening, with or without cookies', async () => {
  setSignOutPending(true)
  vi.stubGlobal('document', { cookie: 'current_fleet_id=3' })
  const { store } = open()
  await store.start()
  expect(store.current().status).toBe('signedOut')
})

test('a sign-out during which the app was closed is completed at the next start', async () => {
  await visitBefore()
  setSignOutPending(true)
  sessionStorage.setItem('mode', 'fmc')
  sessionStorage.setItem('shell_session', 'the form of a link that was opened now')
  const { store, localWork, restartAt } = open()
  localWork.forgetClosed.mockRejectedValueOnce(new Error('storage failed'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await store.start()
  expect(localWork.forgetClosed).toHaveBeenCalledTimes(1)
  expect(store.current().status).toBe('signedOut')
  expect(sessionStorage.getItem('mode')).toBeNull()
  expect(sessionStorage.getItem('shell_session')).not.toBeNull()
  expect(readDeviceSession()).toBeUndefined()
  expect(isSignOutPending()).toBe(true)
  store.signIn(aUser({ id: 8 }))
  expect(restartAt).not.toHaveBeenCalled()
  expect(localWork.open).toHaveBeenLastCalledWith(expect.objectContaining({ id: 8 }))
})

/** Stages of a sign-out of user 7 at which the app is closed. */
const STAGES: [stage: string, close: () => Promise<void> | void][] = [
  ['before the server had responded', () => void setSignOutPending(true)],
  [
    'before the server had responded, after the queries were lost',
    () => {
      setSignOutPending(true)
      localStorage.removeItem('queries:3:7')
    },
  ],
  ['while the databases were cleared', () => closedDuringRemoval()],
  [
    'while the databases were cleared, without a connection',
    () => {
      setSignOutPending(true)
      return closedDuringRemoval()
    },
  ],
  [
    'after a database could not be cleared',
    async () => {
      const { store, localWork } = open()
      await store.start()
      localWork.forget.mockRejectedValueOnce(new Error('storage failed'))
      await store.end()
    },
  ],
  [
    'while the next start completed it',
    async () => {
      setSignOutPending(true)
      const { store, localWork } = open()
      localWork.forgetClosed.mockReturnValueOnce(new Promise(() => {}))
      const started = store.start()
      await vi.advanceTimersByTimeAsync(5000)
      await started
    },
  ],
]

/** Signs out and leaves the app before the databases are cleared. */
async function closedDuringRemoval() {
  const { store, localWork } = open()
  store.signIn(aUser())
  localWork.forget.mockReturnValueOnce(new Promise(() => {}))
  void store.end()
  await vi.advanceTimersByTimeAsync(500)
}

test.each(STAGES)('a sign-out is completed once if the app was closed %s', async (_, close) => {
  // ACC-115, ACC-135
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await visitBefore()
  for (const key of ['first_rows:3:7', 'finds:3:7']) localStorage.setItem(key, '{}')
  await close()
  expect(readRemoval()).toEqual({ userId: 7, fleetId: 3 })
  expect(isSignedOut()).toBe(false)
  const { store, localWork } = open()
  await store.start()
  expect(store.current().status).toBe('signedOut')
  expect(localWork.forgetClosed.mock.calls).toEqual([[{ userId: 7, fleetId: 3 }]])
  expect(localWork.open).not.toHaveBeenCalled()
  expect([...stored.keys()].filter((key) => key !== 'sign_out_pending')).toEqual([])
  expect(isSignedOut()).toBe(true)
})

test('a sign-in completes a sign-out that the device could not complete', async () => {
  await visitBefore()
  localStorage.setItem('finds:3:7', '{}')
  await closedDuringRemoval()
  const { store } = open()
  store.signIn(aUser({ id: 8 }))
  expect(readRemoval()).toBeUndefined()
  expect(readDeviceSession()).toEqual({ userId: 8, fleetId: 3 })
  expect(stored.has('finds:3:7')).toBe(false)
})

test('a start that completes the sign-out of one user continues with the session of another', async () => {
  // A sign-in key was used while the first user was signed in.
  await visitBefore()
  await closedDuringRemoval()
  serve(aUser({ id: 8 }), 'on', 'current_fleet_id=3; current_account_id=8')
  const { store, localWork } = open()
  await store.start()
  await vi.advanceTimersByTimeAsync(500)
  expect(localWork.forgetClosed.mock.calls).toEqual([[{ userId: 7, fleetId: 3 }]])
  expect(store.current()).toMatchObject({ status: 'signedIn', user: { id: 8 } })
})

test('the next user restarts the app if the databases of a user who signed out may still be open', async () => {
  await visitBefore()
  setSignOutPending(true)
  const { store, localWork, restartAt } = open()
  localWork.forgetClosed.mockReturnValueOnce(new Promise(() => {}))
  const started = store.start()
  await vi.advanceTimersByTimeAsync(5000)
  await started
  expect(store.current().status).toBe('signedOut')
  store.signIn(aUser({ id: 8 }))
  expect(restartAt.mock.calls).toEqual([['/dashboard']])
  expect(localWork.open).not.toHaveBeenCalled()
  expect(isSignOutPending()).toBe(false)
  expect(readDeviceSession()).toEqual({ userId: 8, fleetId: 3 })
})

test('an ended session stays on its screen until the same user signs in again, then sending continues', () => {
  // OFF-041
  const { store, localWork, restartAt } = open()
  store.signIn(aUser())
  store.expire()
  expect(store.current()).toMatchObject({ status: 'expired', user: { id: 7 } })
  store.signIn(aUser())
  expect(store.current().status).toBe('signedIn')
  expect(localWork.resume).toHaveBeenCalledTimes(1)
  expect(restartAt).not.toHaveBeenCalled()
})

test('an ended session continues when the same user has signed in in another tab, in the same fleet', () => {
  const { store, localWork, restartAt } = open()
  store.signIn(aUser())
  store.expire()
  for (const other of [aUser({ id: 8 }), aUser({ fleet_id: 4 })]) store.signInElsewhere(other)
  expect(store.current().status).toBe('expired')
  store.signInElsewhere(aUser())
  expect(store.current().status).toBe('signedIn')
  expect(localWork.resume).toHaveBeenCalledTimes(1)
  expect(restartAt).not.toHaveBeenCalled()
})

test('a rejected call from before the sign-in does not end the new session', () => {
  const { store } = open()
  const before = performance.now()
  vi.advanceTimersByTime(1000)
  store.signIn(aUser())
  store.expire(before)
  expect(store.current().status).toBe('signedIn')
})

test('an ended session is noticed after the clock of the device was set back', () => {
  const { store } = open()
  store.signIn(aUser())
  vi.setSystemTime(Date.now() - 3_600_000)
  store.expire()
  expect(store.current().status).toBe('expired')
})

test('another user, or another fleet of the same user, restarts the app with their own data', () => {
  // OFF-046
  for (const other of [aUser({ id: 8 }), aUser({ fleet_id: 4 })]) {
    const { store, restartAt, localWork } = open()
    store.signIn(aUser())
    store.expire()
    store.signIn(other)
    expect(restartAt).toHaveBeenCalledWith('/dashboard')
    expect(localWork.resume).not.toHaveBeenCalled()
    expect(readDeviceSession()).toEqual({ userId: other.id, fleetId: other.fleet_id })
  }
})

test.each([
  ['over the screen of the first one', 'current_fleet_id=3; current_account_id=7'],
  ['outside the app', 'current_fleet_id=3; current_account_id=8'],
])('when a user signs in %s, the stored data of the first user is deleted', async (_, cookie) => {
  // ACC-134
  const ofAda = () => [...stored.keys()].filter((key) => key.endsWith(':3:7')).sort()
  await visitBefore()
  for (const key of ['first_rows:3:7', 'finds:3:7']) localStorage.setItem(key, '{}')
  expect(ofAda()).toEqual(['finds:3:7', 'first_rows:3:7', 'queries:3:7'])
  serve(aUser({ id: 8 }), 'on', cookie)
  const { store } = open()
  await store.start()
  if (cookie.endsWith('7')) store.signIn(aUser({ id: 8 }))
  await vi.advanceTimersByTimeAsync(500)
  expect(readDeviceSession()).toEqual({ userId: 8, fleetId: 3 })
  expect(ofAda()).toEqual([])
})

test('signing out removes the user from this device: queries, session storage, and who was signed in', async () => {
  // ACC-115
  const { store, queryClient, localWork, restartAt } = open()
  store.signIn(aUser())
  sessionStorage.setItem('mode', 'fmc')
  await store.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(localWork.forget).toHaveBeenCalledTimes(1)
  expect(queryClient.getQueryData(meQuery().queryKey)).toBeUndefined()
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(restartAt).toHaveBeenCalledWith('/sign_in')
})

test('signing out and a switch of the fleet complete if the storage of the device is lost', async () => {
  for (const leave of ['end', 'moveTo'] as const) {
    const { store, localWork, restartAt } = open()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    localWork.forget.mockRejectedValue(new Error('The storage is lost'))
    store.signIn(aUser())
    const left = leave === 'end' ? store.end() : store.moveTo(aUser({ fleet_id: 4 }), '/dashboard')
    await vi.advanceTimersByTimeAsync(2000)
    await left
    expect(readDeviceSession()).toEqual(leave === 'end' ? undefined : { userId: 7, fleetId: 4 })
    expect(restartAt).toHaveBeenCalledTimes(1)
  }
})

test('readable cookies indicate whether to request a session, and fill in the address', () => {
  // ACC-059, ACC-070
  expect(hasSessionCookie('a=b; current_fleet_id=12')).toBe(true)
  expect(hasSessionCookie('current_fleet_id=; other=1')).toBe(false)
  expect(rememberedEmail('x=1; current_user_email=ada%40example.com')).toBe('ada@example.com')
  expect(rememberedEmail('current_user_email=%')).toBe('')
})
