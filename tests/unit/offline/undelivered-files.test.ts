import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#src/offline/model/ids.ts'
import { outboxName } from '#src/offline/model/scope.ts'
import { lockAndClear, type Offline } from '#src/offline/offline.ts'
import { cacheDb } from '#src/offline/storage/cache-db.ts'
import { clearOtherCaches } from '#src/offline/storage/other-outboxes.ts'
import { createFaultServer } from '#tests/offline/fault-server.ts'
import { aDisk, aHistory, aPdf, aPhone, drain, openApp } from './device.ts'

// A restored server lost a file, and the device has no space to queue its copy: the copy is the only one (row 33).

const scope = { tenantId: 3, userId: 7 }
const closers: (() => unknown)[] = []
let disk: ReturnType<typeof aDisk>
beforeEach(() => {
  disk = aDisk()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0).reverse()) await close()
})

async function closeApp(app: Offline) {
  await app.stop()
  app.close()
}

/** A device whose file waits for space, with a copy of another file that the server has. */
async function aFileWithoutSpace() {
  const server = await createFaultServer({ signedInAs: '3:7' })
  closers.push(() => server.close())
  const phone = aPhone()
  const setup = { baseUrl: server.origin, fetch }
  const app = await openApp(phone, setup)
  app.outbox.start()
  const [delivered, lost] = [aPdf('delivered.pdf', 3_000, 1), aPdf('lost.pdf', 2_000, 2)]
  await app.outbox.enqueue(aHistory({}, [delivered]))
  await drain(app.outbox)
  const goBack = server.world.backUp()
  await app.outbox.enqueue(aHistory({ vehicle_id: 6 }, [lost]))
  await drain(app.outbox)
  goBack()
  server.set({ epoch: '2' })
  disk.fileBytesMax = 1_000
  await app.cache.refresh()
  await drain(app.outbox)
  expect((await app.outbox.entries.current())[0]?.trouble?.code).toBe('file_needs_space')
  disk.fileBytesMax = Number.POSITIVE_INFINITY
  return { server, phone, app, setup, lost }
}

describe('the only copy of a file that waits for space (OFF-063, ruling 25)', () => {
  it.each([
    [
      'a sign-out',
      async ({ app }: { app: Offline }) => {
        await app.outbox.lock()
        await app.cache.drop()
        app.close()
      },
    ],
    [
      'a sign-out that is completed at the next start',
      async ({ app, phone }: Awaited<ReturnType<typeof aFileWithoutSpace>>) => {
        await closeApp(app)
        await lockAndClear(scope, { storage: phone })
      },
    ],
    [
      'the sign-in of another user',
      async ({ app, phone, setup }: Awaited<ReturnType<typeof aFileWithoutSpace>>) => {
        await closeApp(app)
        const other = await openApp(phone, { ...setup, userId: 8 })
        const own = await openApp(phone, setup)
        other.start()
        await expect.poll(() => own.cache.cachedFileBytes()).toBeLessThan(5_000)
        own.close()
        await closeApp(other)
      },
    ],
  ])('survives %s and is delivered after the same user has signed in again', async (_name, leave) => {
    const device = await aFileWithoutSpace()
    const { server, phone, setup, lost } = device
    await leave(device)
    const again = await openApp(phone, setup)
    closers.push(() => closeApp(again))
    // Copies of delivered files are gone.
    expect(await again.cache.cachedFileBytes()).toBe(2_000)
    again.outbox.start()
    await again.cache.refresh()
    expect(await drain(again.outbox)).toBe('empty')
    expect(server.world.file(lost.id)?.state).toBe('stored')
    expect(await again.outbox.status.current()).toMatchObject({ filesWaiting: 0, needsYou: 0 })
  })

  it('survives the sign-in of another user if the outbox cannot be opened, unlike fetched copies', async () => {
    const { server, phone, app, setup, lost } = await aFileWithoutSpace()
    const cache = cacheDb(scope, phone)
    closers.push(() => cache.close())
    await cache.docBlobs.put({
      id: newId(),
      type: 'application/pdf',
      bytes: new ArrayBuffer(4),
      size: 4,
      openedAt: 0,
    })
    await closeApp(app)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const factory = phone.indexedDB as IDBFactory
    const real = factory.open.bind(factory)
    const isOwn = (name: string) => name === outboxName(scope)
    const open = vi.spyOn(factory, 'open').mockImplementation((name, version) => {
      if (isOwn(name)) throw new DOMException('newer', 'VersionError')
      return real(name, version)
    })
    await clearOtherCaches({ ...scope, userId: 8 }, phone)
    const kept = await cache.docBlobs.toArray()
    expect(kept.map(({ isSent }) => isSent)).not.toContain(undefined)
    expect(kept.map(({ id }) => id)).toContain(lost.id)
    open.mockRestore()
    const again = await openApp(phone, setup)
    closers.push(() => closeApp(again))
    again.outbox.start()
    await again.cache.refresh()
    expect(await drain(again.outbox)).toBe('empty')
    expect(server.world.file(lost.id)?.state).toBe('stored')
  })
})
