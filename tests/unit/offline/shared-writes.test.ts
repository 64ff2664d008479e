import { afterEach, describe, expect, it, vi } from 'vitest'
import { ensureReserves } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { aDisk, aHistory, aPhone, drain, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

const LANES = 4

afterEach(() => {
  vi.restoreAllMocks()
})

/** Counts the durable commits of the outbox. */
function countCommits(store: Store): { count: number } {
  const commits = { count: 0 }
  const begin = store.db.transaction.bind(store.db)
  vi.spyOn(store.db, 'transaction').mockImplementation(((...args: Parameters<typeof begin>) => {
    if (args[0] === 'rw') commits.count++
    return begin(...args)
  }) as never)
  return commits
}

const noteOf = (store: Store, event: string) => () => store.db.log.add({ at: 0, event } as never)
const eventsOf = async (store: Store) => (await store.db.log.toArray()).map(({ event }) => event)

describe('writes that sending needs', () => {
  it('share the next transaction while one is being committed, in their order', async () => {
    const { store, close } = await openPage(aPhone())
    const commits = countCommits(store)
    const ends = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (event) => {
        await store.writeForSending(noteOf(store, event))
        return event
      }),
    )
    expect(ends).toEqual(['a', 'b', 'c', 'd'])
    expect(await eventsOf(store)).toEqual(['a', 'b', 'c', 'd'])
    expect(commits.count).toBe(2)
    close()
  })

  it('resolve only after their commit', async () => {
    const { store, close } = await openPage(aPhone())
    const first = store.writeForSending(noteOf(store, 'first'))
    let isEnded = false
    const [second, third] = ['second', 'third'].map((event) =>
      store.writeForSending(async () => {
        await noteOf(store, event)()
        await store.db.log.count()
        if (event === 'third') expect(isEnded).toBe(false)
      }),
    )
    second?.then(() => {
      isEnded = true
    })
    await Promise.all([first, second, third])
    expect(isEnded).toBe(true)
    close()
  })

  it('do not fail because another one does, which alone gets its error', async () => {
    const { store, close } = await openPage(aPhone())
    const failing = async () => {
      await noteOf(store, 'never stored')()
      throw new Error('a bug in one write')
    }
    const ends = await Promise.allSettled([
      store.writeForSending(noteOf(store, 'a')),
      store.writeForSending(noteOf(store, 'b')),
      store.writeForSending(failing),
      store.writeForSending(noteOf(store, 'c')),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await eventsOf(store)).toEqual(['a', 'b', 'c'])
    close()
  })

  it('use the reserve on a full disk, also when they share a transaction', async () => {
    const disk = aDisk()
    const { store, close } = await openPage(aPhone())
    await ensureReserves(store.db)
    expect(await store.db.reserve.count()).toBe(2)
    disk.isFull = true
    const ends = Promise.allSettled(
      ['a', 'b', 'c'].map((event) => store.writeForSending(noteOf(store, event))),
    )
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await store.db.reserve.count()).toBe(0)
    disk.isFull = false
    await store.writeForSending(noteOf(store, 'd'))
    expect(await eventsOf(store)).toEqual(['d'])
    close()
  })
})

describe('sending entries of several vehicles', () => {
  it('commits less often than once for each entry, and delivers each once, in order', async () => {
    const { transport, world, fetch } = inProcessServer(() => 'ok')
    const { outbox, store } = await openPage(aPhone(), { fetch, transport })
    const entries = Array.from({ length: 40 }, (_, nth) => aHistory({ vehicle_id: 1 + (nth % LANES) }))
    for (const entry of entries) await outbox.enqueue(entry)
    const commits = countCommits(store)
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(world.effects()).toBe(entries.length)
    expect(await outbox.pendingCount()).toBe(0)
    expect(await store.db.receipts.count()).toBe(entries.length)
    expect((await outbox.status.current()).waiting).toBe(0)
    expect(commits.count).toBeLessThan(entries.length)
    outbox.close()
  })
})
