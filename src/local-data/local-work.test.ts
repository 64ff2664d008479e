import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/access/session.ts'
import { createOfflineAccess } from './local-work.ts'

const { openOffline } = vi.hoisted(() => ({ openOffline: vi.fn() }))
vi.mock('#src/offline/offline.ts', () => ({ openOffline }))
vi.mock('#src/device/device-care.ts', () => ({ watchDevice: () => () => {} }))
vi.mock('#src/lib/first-content.ts', () => ({ firstContent: () => new Promise(() => {}) }))
vi.mock('./report-rejections.ts', () => ({ reportRejections: () => () => {} }))

const aUser = (id: number) =>
  ({ id, fleet_id: 3, fleet: { country: 'US', time_zone: 'America/New_York' } }) as CurrentUser

function databases(lock: () => Promise<void>) {
  return {
    outbox: { lock, entries: {} },
    cache: { drop: async () => {} },
    network: { value: () => 'online', watch: () => () => {} },
    reportContact: () => {},
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
