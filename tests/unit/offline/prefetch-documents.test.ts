// Glovebox files are prefetched, and dropped before an entry would fail (OFF-009, docs/offline.md row 9).
import { afterEach, expect, it } from 'vitest'
import { type Clock, deviceClock } from '#src/offline/model/clock.ts'
import { digestHeader, sha256 } from '#src/offline/model/hash.ts'
import type { Offline, OfflineParts } from '#src/offline/offline.ts'
import { aHistory, aPdf, aPhone, openApp, type PageSetup } from './device.ts'

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
})

const headers = { 'x-wheelbook-api': '1', 'content-type': 'application/json' }
const SIZE = 2_000
/** The number that distinguishes a vehicle's file, item and vehicle. */
const uuid = (n: number) => `0197a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`
const fileOf = (vehicle: number) => aPdf(`paper-${vehicle}.pdf`, SIZE, vehicle)

async function anItem(vehicle: number) {
  const { bytes, name, type } = fileOf(vehicle)
  return {
    type: 'glovebox_item',
    id: uuid(vehicle),
    data: {
      id: uuid(vehicle),
      vehicle_id: vehicle,
      document_type: 'registration',
      document_title: null,
      document_number: null,
      expiration_date: null,
      state_id: 'WA',
      insurance_name: null,
      expires_in_days: null,
      created_by_name: null,
      rev: 1,
      updated_at: '2026-01-01T00:00:00Z',
      glovebox_documents: [
        {
          id: uuid(1000 + vehicle),
          file_name: name,
          content_type: type,
          byte_size: SIZE,
          state: 'stored',
          sha256: await sha256(bytes),
          document_url: { url: `/api/v4/glovebox_documents/${uuid(1000 + vehicle)}` },
        },
      ],
    },
  }
}

/**
 * A server with a document for each of these vehicles; `fetched` lists the vehicles whose file was requested.
 * @param respond the response with a vehicle's file
 */
async function aServer(
  vehicles: number[],
  respond = async (id: number, _signal?: AbortSignal | null): Promise<Response> =>
    new Response(fileOf(id).bytes),
) {
  const changes = await Promise.all(vehicles.map(anItem))
  const fetched: number[] = []
  let atOnce = 0
  let mostAtOnce = 0
  const fetchFn = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input))
    if (pathname.endsWith('/sync'))
      return new Response(JSON.stringify({ changes, next: 'a', hasMore: false }), { headers })
    const id = Number(pathname.slice(-4)) - 1000
    fetched.push(id)
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    await new Promise((resolve) => setTimeout(resolve, 2))
    atOnce--
    return respond(id, init?.signal)
  }
  return { fetch: fetchFn as typeof fetch, fetched, most: () => mostAtOnce }
}

async function anApp(setup: PageSetup & OfflineParts) {
  const app = await openApp(aPhone(), setup)
  opened.push(app)
  return app
}
const roomOf = (quota: number) => async () => ({ quota, usage: 0 })

it('fetches every vehicle’s files of a user with few vehicles, one at a time', async () => {
  const server = await aServer([1, 2, 3, 4])
  const app = await anApp({ fetch: server.fetch })
  expect(await app.cache.refresh()).toBe('fresh')
  await expect.poll(() => app.cache.cachedFileBytes()).toBe(4 * SIZE)
  expect(server.most()).toBe(1)
  // Nothing is fetched twice.
  await app.cache.refresh()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.fetched).toEqual([1, 2, 3, 4])
})

it('fetches nothing on a connection with a data saver', async () => {
  const server = await aServer([1])
  const app = await anApp({ fetch: server.fetch, prefetch: { allowsPrefetch: () => false } })
  await app.cache.refresh()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.fetched).toEqual([])
})

it('fetches nothing while entries are queued', async () => {
  const server = await aServer([1, 2])
  const app = await anApp({ fetch: server.fetch, transport: async () => 'network' })
  await app.outbox.enqueue(aHistory())
  await app.cache.refresh()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.fetched).toEqual([])
})

it('fetches what fits into 30 % of the browser’s quota, drops nothing for it, and does not try again', async () => {
  const server = await aServer([1, 2, 3, 4, 5])
  const app = await anApp({ fetch: server.fetch, estimateStorage: roomOf((2.5 * SIZE) / 0.3) })
  await app.cache.refresh()
  await expect.poll(() => app.cache.cachedFileBytes()).toBe(2 * SIZE)
  await app.cache.refresh()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.fetched).toEqual([1, 2])
})

it('drops the least used file for one that is opened, never opened ones first', async () => {
  const server = await aServer([1, 2, 3])
  const app = await anApp({ fetch: server.fetch, estimateStorage: roomOf((2.5 * SIZE) / 0.3) })
  await app.cache.refresh()
  await expect.poll(() => app.cache.cachedFileBytes()).toBe(2 * SIZE)
  // 1 was opened, 2 never: opening 3 costs 2.
  expect(await app.cache.documentBlob(uuid(1001))).toBeDefined()
  expect(await app.cache.documentBlob(uuid(1003))).toBeDefined()
  expect(await app.cache.cachedFileBytes()).toBe(2 * SIZE)
  const before = server.fetched.length
  await app.cache.documentBlob(uuid(1001))
  expect(server.fetched.length).toBe(before)
  await app.cache.documentBlob(uuid(1002))
  expect(server.fetched.length).toBe(before + 1)
})

it('drops every cached file before an entry would fail for space', async () => {
  const server = await aServer([1, 2])
  let free = 1_000_000_000
  const app = await anApp({
    fetch: server.fetch,
    freeBytes: async () => free,
    transport: async () => 'network',
  })
  await app.cache.refresh()
  await expect.poll(() => app.cache.cachedFileBytes()).toBe(2 * SIZE)
  // Fits only once the copies are gone.
  free = 5_000_000
  await app.outbox.enqueue(aHistory({}, [aPdf()]))
  expect(await app.cache.cachedFileBytes()).toBe(0)
  expect(await app.outbox.pendingCount()).toBe(1)
})

it('fetches the files of recently opened vehicles if there are too many vehicles for all', async () => {
  const vehicles = Array.from({ length: 30 }, (_, i) => i + 1)
  const server = await aServer(vehicles)
  let isGenerous = false
  const prefetch = { vehicles: () => [17, 4], allowsPrefetch: () => isGenerous }
  const app = await anApp({ fetch: server.fetch, prefetch })
  await app.cache.refresh()
  const { db } = app.cache as unknown as { db: { vehicles: { bulkPut(rows: object[]): Promise<unknown> } } }
  await db.vehicles.bulkPut(vehicles.map((id) => ({ id })))
  isGenerous = true
  await app.cache.refresh()
  await expect.poll(() => server.fetched.length).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.fetched.toSorted((a, b) => a - b)).toEqual([4, 17])
})

it('keeps a picture whose metadata the server removed, by the digest that the server sends with it', async () => {
  const { bytes } = aPdf('cleaned.pdf', SIZE - 100, 99)
  const server = await aServer([1], async () => {
    const digest = digestHeader(await sha256(bytes))
    return new Response(bytes, { headers: { 'repr-digest': digest } })
  })
  const app = await anApp({ fetch: server.fetch })
  await app.cache.refresh()
  await expect.poll(() => app.cache.cachedFileBytes()).toBe(SIZE - 100)
  expect((await app.cache.documentBlob(uuid(1001)))?.size).toBe(SIZE - 100)
})

it('discards a file that differs from the digest that the server sends with it', async () => {
  const digest = digestHeader(await sha256(fileOf(2).bytes))
  const server = await aServer(
    [1],
    async () => new Response(fileOf(1).bytes, { headers: { 'repr-digest': digest } }),
  )
  const app = await anApp({ fetch: server.fetch, prefetch: { allowsPrefetch: () => false } })
  await app.cache.refresh()
  expect(await app.cache.documentBlob(uuid(1001))).toBeUndefined()
  expect(await app.cache.cachedFileBytes()).toBe(0)
})

/** An error of our server, unlike one of a proxy. */
const ourError = (status: number) => new Response(null, { status, headers: { 'X-Wheelbook-Api': '1' } })

it('fetches a file at the next refresh that a proxy refused with 500', async () => {
  let isRefused = true
  const server = await aServer([1], async (id) =>
    isRefused ? new Response('<html>', { status: 500 }) : new Response(fileOf(id).bytes),
  )
  const app = await anApp({ fetch: server.fetch })
  await app.cache.refresh()
  await expect.poll(() => server.fetched).toEqual([1])
  isRefused = false
  await app.cache.refresh()
  await expect.poll(() => app.cache.cachedFileBytes()).toBe(SIZE)
})

it('fetches the other files if one is damaged or gone, and stops if the server does not respond', async () => {
  const server = await aServer([1, 2, 3, 4, 5], async (id) => {
    if (id === 1) {
      const digest = digestHeader(await sha256(fileOf(id).bytes))
      return new Response(fileOf(id).bytes.slice(1), { headers: { 'repr-digest': digest } })
    }
    if (id === 2) return ourError(410)
    return id === 4 ? Response.error() : new Response(fileOf(id).bytes)
  })
  const app = await anApp({ fetch: server.fetch })
  await app.cache.refresh()
  await expect.poll(() => server.fetched).toEqual([1, 2, 3, 4])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.fetched).toEqual([1, 2, 3, 4])
  expect(await app.cache.cachedFileBytes()).toBe(SIZE)
})

/** Returns a response that begins and then sends nothing more. */
const stalled = (signal?: AbortSignal | null) =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new Uint8Array(10))
        signal?.addEventListener('abort', () => body.error(signal.reason))
      },
    }),
  )
/** A clock on which the timeout of a file is over after `timeoutMs`. */
const hasty = (timeoutMs: number, now = Date.now): Clock => ({
  now,
  after: (delayMs, act) => deviceClock.after(delayMs === 30_000 ? timeoutMs : delayMs, act),
})

it('goes on with the next file if the server fails with one or one stalls, and tries those again later', async () => {
  let now = Date.now()
  const server = await aServer([1, 2, 3], async (id, signal) => {
    if (id === 1) return ourError(500)
    return id === 2 ? stalled(signal) : new Response(fileOf(id).bytes)
  })
  const app = await anApp({ fetch: server.fetch, clock: hasty(20, () => now) })
  await app.cache.refresh()
  await expect.poll(() => server.fetched).toEqual([1, 2, 3])
  await expect.poll(() => app.cache.cachedFileBytes()).toBe(SIZE)
  await app.cache.refresh()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.fetched).toEqual([1, 2, 3])
  // The signal may have been lost while the file stalled.
  now += 600_000
  await app.cache.refresh()
  await expect.poll(() => server.fetched).toEqual([1, 2, 3, 2])
  await new Promise((resolve) => setTimeout(resolve, 50))
  now += 86_400_000 - 600_000
  await app.cache.refresh()
  await expect.poll(() => server.fetched).toEqual([1, 2, 3, 2, 1, 2])
})

it('stops if two files in a row stall, because the signal is lost', async () => {
  const server = await aServer([1, 2, 3], async (_id, signal) => stalled(signal))
  const app = await anApp({ fetch: server.fetch, clock: hasty(20) })
  await app.cache.refresh()
  await expect.poll(() => server.fetched).toEqual([1, 2])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.fetched).toEqual([1, 2])
})

it('stops if the server is overloaded', async () => {
  const server = await aServer([1, 2], async () => new Response(null, { status: 503 }))
  const app = await anApp({ fetch: server.fetch })
  await app.cache.refresh()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.fetched).toEqual([1])
})

it('loads a large file over a slow connection, as long as bytes arrive', async () => {
  const { bytes } = fileOf(1)
  const slowly = () => {
    let at = 0
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 60))
        controller.enqueue(new Uint8Array(bytes.slice(at, at + 400)))
        at += 400
        if (at >= SIZE) controller.close()
      },
    })
  }
  const server = await aServer([1], async () => new Response(slowly()))
  const app = await anApp({ fetch: server.fetch, clock: hasty(150) })
  await app.cache.refresh()
  await expect.poll(() => app.cache.cachedFileBytes()).toBe(SIZE)
})
