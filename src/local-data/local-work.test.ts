import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/access/session.ts'
import { createOfflineAccess } from './local-work.ts'

const { openOffline, firstContent, openPush } = vi.hoisted(() => ({
  openOffline: vi.fn(),
  firstContent: vi.fn(() => new Promise<void>(() => {})),
  openPush: vi.fn(() => ({ close() {}, resume() {} })),
}))
vi.mock('#src/offline/offline.ts', () => ({ openOffline }))
vi.mock('#src/device/device-care.ts', () => ({ watchDevice: () => () => {} }))
vi.mock('#src/lib/first-content.ts', () => ({ firstContent }))
vi.mock('#src/api/push.ts', () => ({ openPush }))
vi.mock('./report-rejections.ts', () => ({ reportRejections: () => () => {} }))

const aUser = (id: number) =>
  ({ id, fleet_id: 3, fleet: { country: 'US', time_zone: 'America/New_York' } }) as CurrentUser

function databases(lock: () => Promise<void>) {
  return {
    outbox: { lock, entries: {} },
    cache: { drop: async () => {} },
    network: { value: () => 'online', watch: () => () => {} },
    reportContact: () => {},
    start: vi.fn(),
    close: vi.fn(),
  }
}

beforeEach(() => vi.stubGlobal('__APP_VERSION__', 'test'))
afterEach(() => vi.unstubAllGlobals())

test('after a failed removal the next user gets databases of their own', async () => {
  const [first, second] = [
    databases(() => Promise.reject(new Error('storage failed'))),
    databases(async () => {}),
  ]
  openOffline.mockResolvedValueOnce(first).mockResolvedValueOnce(second)
  const access = createOfflineAccess('Wheelbook')
  access.work.open(aUser(7))
  await expect(access.work.forget(aUser(7))).rejects.toThrow('storage failed')
  expect(first.close).toHaveBeenCalledTimes(1)
  access.work.open(aUser(8))
  expect(await access.opened()).toEqual({ status: 'ready', offline: second })
  expect(openOffline).toHaveBeenLastCalledWith(expect.objectContaining({ userId: 8 }), expect.anything())
})

test('nothing starts once the removal of a user has begun', async () => {
  // ruling 25: a start would unlock the entries.
  const [content, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const user = databases(() => locked.promise)
  openOffline.mockResolvedValueOnce(user)
  firstContent.mockReturnValueOnce(content.promise)
  const { work, opened } = createOfflineAccess('Wheelbook')
  work.open(aUser(7))
  await opened()
  const forgotten = work.forget(aUser(7))
  content.resolve()
  work.resume()
  await new Promise((resolve) => setTimeout(resolve))
  locked.resolve()
  await forgotten
  expect(user.start).not.toHaveBeenCalled()
  expect(openPush).not.toHaveBeenCalled()
})

test('sending and pulling start after the first content', async () => {
  const user = databases(async () => {})
  openOffline.mockResolvedValueOnce(user)
  firstContent.mockReturnValueOnce(Promise.resolve())
  const { work, opened } = createOfflineAccess('Wheelbook')
  work.open(aUser(7))
  await opened()
  await vi.waitUntil(() => openPush.mock.calls.length === 1, { timeout: 10_000, interval: 5 })
  expect(user.start).toHaveBeenCalledTimes(1)
})
