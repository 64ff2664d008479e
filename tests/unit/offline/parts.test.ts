// Files sent in parts (OFF-013, docs/offline.md row 28).
import { afterEach, describe, expect, it } from 'vitest'
import { SENT_PART_BYTES as PART_BYTES } from '#domain/core/limits.ts'
import { createFaultServer, type FaultServer, type FaultServerOptions } from '#tests/offline/fault-server.ts'
import { aHistory, aPdf, aPhone, drain, openPage } from './device.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const SIZE = 3 * PART_BYTES + 1000

async function aServer(options: FaultServerOptions = {}) {
  const server = await createFaultServer({ signedInAs: '3:7', ...options })
  closers.push(() => server.close())
  return server
}

async function aPageWithFile(server: FaultServer, phone = aPhone(), size = SIZE) {
  const page = await openPage(phone, { baseUrl: server.origin })
  closers.push(() => page.close())
  const file = aPdf('large.pdf', size)
  await page.outbox.enqueue(aHistory({}, [file]))
  page.outbox.start()
  return { ...page, file }
}

const FILE = /documents\/[^/]+(\/parts\/\d+)?$/
/** Calls for the file: the offset of the part, or 'file', with the bytes received. */
const callsOf = ({ ledger }: FaultServer) =>
  ledger.requests
    .filter((seen) => FILE.test(seen.path))
    .map((seen) => [Number(/parts\/(\d+)$/.exec(seen.path)?.[1] ?? -1), seen.bytes] as const)
const isThere = ({ world }: FaultServer, { id, bytes }: { id?: string; bytes: ArrayBuffer }) =>
  world.file(id ?? '')?.state === 'stored' && world.file(id ?? '')?.bytes?.equals(Buffer.from(bytes))

describe('a file above 256 KB', () => {
  it('is sent in parts of 256 KB and a call that completes the file, all under one key', async () => {
    const server = await aServer()
    const { outbox, file } = await aPageWithFile(server)
    expect(await drain(outbox)).toBe('empty')
    expect(isThere(server, file)).toBe(true)
    expect(callsOf(server)).toEqual([
      [0, PART_BYTES],
      [PART_BYTES, PART_BYTES],
      [2 * PART_BYTES, PART_BYTES],
      [3 * PART_BYTES, 1000],
      [-1, 0],
    ])
    const keys = server.ledger.requests.filter((seen) => FILE.test(seen.path)).map((seen) => seen.key)
    expect(new Set(keys).size).toBe(1)
  })

  it('is sent in one request up to that size', async () => {
    const server = await aServer()
    const { outbox, file } = await aPageWithFile(server, aPhone(), PART_BYTES)
    await drain(outbox)
    expect(callsOf(server)).toEqual([[-1, PART_BYTES]])
    expect(isThere(server, file)).toBe(true)
  })

  it('is sent in smaller parts if a proxy refuses the size, also a file that fits in one request', async () => {
    const server = await aServer({ proxyLimit: 100_000 })
    const large = await aPageWithFile(server)
    // Alone: an attempt that ends for another file begins again with the larger part.
    expect(await drain(large.outbox)).toBe('empty')
    expect(isThere(server, large.file)).toBe(true)
    const small = aPdf('small.pdf', 250_000)
    await large.outbox.enqueue(aHistory({}, [small]))
    expect(await drain(large.outbox)).toBe('empty')
    expect(isThere(server, small)).toBe(true)
    const refused = server.ledger.requests.filter(({ status }) => status === 413)
    // The large file: 256 and 128 KB. The small one: the whole file, and half of it.
    expect(refused.map(({ bytes }) => bytes)).toEqual([PART_BYTES, PART_BYTES / 2, 250_000, 125_000])
  })

  it('resumes after an interruption: it queries how much is stored and sends no stored part again', async () => {
    const server = await aServer()
    server.once('ok', 'ok', 'reset')
    const { outbox, file } = await aPageWithFile(server)
    await drain(outbox)
    expect(callsOf(server)).toEqual([
      [0, PART_BYTES],
      [PART_BYTES, PART_BYTES],
      [0, 0],
      [PART_BYTES, PART_BYTES],
      [2 * PART_BYTES, PART_BYTES],
      [3 * PART_BYTES, 1000],
      [-1, 0],
    ])
    expect(isThere(server, file)).toBe(true)
  })

  it('is sent in smaller parts after attempts without progress, until parts arrive again (OFF-053)', async () => {
    const server = await aServer()
    server.once('ok', 'reset', 'reset', 'reset')
    const { outbox, file } = await aPageWithFile(server)
    await drain(outbox)
    expect(callsOf(server).filter(([, bytes]) => bytes > 0)).toEqual([
      [0, PART_BYTES],
      [0, PART_BYTES / 4],
      [PART_BYTES / 4, PART_BYTES / 2],
      [0.75 * PART_BYTES, PART_BYTES],
      [1.75 * PART_BYTES, PART_BYTES],
      [2.75 * PART_BYTES, PART_BYTES / 4 + 1000],
    ])
    expect(isThere(server, file)).toBe(true)
  })

  it('continues after an interruption with the size that arrived last (OFF-067)', async () => {
    const server = await aServer()
    const broken: number[] = []
    // A connection that breaks before a part of more than 64 KB has arrived.
    const throughBadSignal: typeof fetch = async (input, init) => {
      const bytes = init?.body instanceof ArrayBuffer ? init.body.byteLength : 0
      if (bytes <= PART_BYTES / 4) return fetch(input, init)
      broken.push(bytes)
      throw new TypeError('Failed to fetch')
    }
    const page = await openPage(aPhone(), { baseUrl: server.origin, fetch: throughBadSignal })
    closers.push(() => page.close())
    const file = aPdf('large.pdf', PART_BYTES + 1000)
    await page.outbox.enqueue(aHistory({}, [file]))
    page.outbox.start()
    expect(await drain(page.outbox)).toBe('empty')
    expect(isThere(server, file)).toBe(true)
    const [whole, half] = [PART_BYTES, PART_BYTES / 2]
    // The first part is found by halving. Then each attempt sends one part and tries the next size.
    expect(broken).toEqual([whole, whole, half, half, half, PART_BYTES / 4 + 1000])
  })

  it('of which smaller parts have arrived is not sent in one, also if it would fit in one request', async () => {
    const server = await aServer()
    server.once('ok', 'reset', 'reset', 'ok', 'ok', 'reset')
    const { outbox, file } = await aPageWithFile(server, aPhone(), PART_BYTES)
    await drain(outbox)
    const sent = callsOf(server)
    const first = sent.findIndex(([at, bytes]) => at >= 0 && bytes > 0)
    expect(first).toBeGreaterThan(0)
    expect(sent.slice(first).filter(([at, bytes]) => at < 0 && bytes > 0)).toEqual([])
    expect(isThere(server, file)).toBe(true)
  })

  it('does not send a part again whose response was lost', async () => {
    const server = await aServer()
    server.once('ok', 'ok', 'lostAck', 'ok', 'ok', 'ok', 'lostAck')
    const { outbox, file } = await aPageWithFile(server)
    await drain(outbox)
    expect(callsOf(server).map(([at, bytes]) => (bytes === 0 ? 'asked or taken' : at))).toEqual([
      0,
      PART_BYTES,
      'asked or taken',
      2 * PART_BYTES,
      3 * PART_BYTES,
      'asked or taken',
      'asked or taken',
      'asked or taken',
    ])
    expect(isThere(server, file)).toBe(true)
    expect(server.ledger.executions()).toBeLessThanOrEqual(3)
  })

  it('keeps its stored parts after the page is killed, shows the progress, and resumes there', async () => {
    const server = await aServer()
    const phone = aPhone()
    server.once('ok', 'ok', 'ok', 'hang')
    const first = await aPageWithFile(server, phone)
    await expect.poll(() => callsOf(server).length).toBe(3)
    first.page.leave()
    await expect.poll(async () => (await first.store.db.ops.toArray())[0]?.state).toBe('retry')
    const [waiting] = await first.outbox.entries.current()
    expect(waiting?.files[0]?.uploaded).toBe(2 * PART_BYTES)
    first.close()
    const next = await openPage(phone, { baseUrl: server.origin })
    closers.push(() => next.close())
    next.outbox.start()
    await drain(next.outbox)
    expect(callsOf(server).slice(3)).toEqual([
      [0, 0],
      [2 * PART_BYTES, PART_BYTES],
      [3 * PART_BYTES, 1000],
      [-1, 0],
    ])
    expect(isThere(server, first.file)).toBe(true)
  })

  it('lets a new entry go before its next part (docs/offline.md#runner)', async () => {
    const server = await aServer({ uplinkMs: [150, 150] })
    const { outbox, file } = await aPageWithFile(server)
    await expect.poll(() => callsOf(server).length, { interval: 5 }).toBe(2)
    const entry = aHistory()
    await outbox.enqueue(entry)
    await drain(outbox)
    const paths = server.ledger.requests.map((seen) => seen.path)
    expect(paths.findIndex((path) => path.includes(`parts/${2 * PART_BYTES}`))).toBeGreaterThan(
      paths.lastIndexOf('/api/v4/manual_maintenance_histories'),
    )
    expect(server.world.row(entry.id)).toBeDefined()
    expect(isThere(server, file)).toBe(true)
  })

  it('starts again when the server has lost its parts, and no attempt counts as a conflict', async () => {
    const server = await aServer()
    const { outbox, file, store } = await aPageWithFile(server)
    server.set({
      decide: ({ path }) => {
        const there = server.world.file(file.id)
        if (there && path.endsWith(`parts/${2 * PART_BYTES}`)) {
          server.set({ decide: null })
          there.parts = Buffer.alloc(0)
        }
        return undefined
      },
    })
    await drain(outbox)
    expect(isThere(server, file)).toBe(true)
    expect(await store.db.ops.count()).toBe(0)
    expect(server.ledger.requests.filter((seen) => seen.status === 409)).toHaveLength(1)
  })

  it('is sent in one request when the server loses its parts repeatedly', async () => {
    const server = await aServer()
    const { outbox, file } = await aPageWithFile(server)
    server.set({
      decide: () => {
        const there = server.world.file(file.id)
        if (there) there.parts = Buffer.alloc(0)
        return undefined
      },
    })
    await drain(outbox)
    expect(callsOf(server).at(-1)).toEqual([-1, SIZE])
    expect(isThere(server, file)).toBe(true)
  })

  it('is sent in one request to a server without support for parts', async () => {
    const server = await aServer({ knowsParts: false })
    const { outbox, file } = await aPageWithFile(server)
    await drain(outbox)
    expect(callsOf(server)).toEqual([
      [0, PART_BYTES],
      [-1, SIZE],
    ])
    expect(isThere(server, file)).toBe(true)
  })

  it('does not accept a portal’s page for a part, and arrives when a third of all responses fail', async () => {
    const mix = { lostAck: 0.1, reset: 0.1, '503': 0.1, portal: 0.1 }
    const server = await aServer({ seed: 5, mix })
    const { outbox, file } = await aPageWithFile(server)
    expect(await drain(outbox, 'empty', 20_000)).toBe('empty')
    expect(isThere(server, file)).toBe(true)
    const sent = callsOf(server).reduce((sum, [, bytes]) => sum + bytes, 0)
    const faults = server.ledger.requests.filter((seen) => seen.fault !== 'ok').length
    expect(sent).toBeLessThanOrEqual(SIZE + faults * PART_BYTES)
  })

  it.each(['not_allowed', 'not_found'] as const)(
    'is rejected by the server’s response %s to a part as to the file, which is not sent again as a whole',
    async (code) => {
      const server = await aServer()
      server.once('ok', 'ok', code)
      const { outbox } = await aPageWithFile(server)
      await drain(outbox)
      const [left] = await outbox.entries.current()
      expect(left).toMatchObject({ state: 'rejected', trouble: { code } })
      expect(callsOf(server).map(([offset]) => offset)).toEqual([0, PART_BYTES])
    },
  )

  it.each(['not_allowed', 'not_found', 'gone'] as const)(
    'that was accepted gets the stored response, although the server now responds %s to the query (OFF-061)',
    async (code) => {
      const server = await aServer()
      server.once('ok', 'ok', 'ok', 'ok', 'ok', 'lostAck', code)
      const { outbox, file, store } = await aPageWithFile(server)
      expect(await drain(outbox)).toBe('empty')
      expect(callsOf(server).slice(-3)).toEqual([
        [-1, 0],
        [0, 0],
        [-1, 0],
      ])
      expect(isThere(server, file)).toBe(true)
      expect(await store.db.ops.count()).toBe(0)
    },
  )

  it('that was accepted in one request gets that response, although smaller parts are due (OFF-061)', async () => {
    const server = await aServer()
    server.once('ok', 'reset', 'lostAck', 'not_allowed')
    const { outbox, file, store } = await aPageWithFile(server, aPhone(), PART_BYTES)
    expect(await drain(outbox)).toBe('empty')
    expect(callsOf(server)).toEqual([
      [-1, PART_BYTES],
      [-1, PART_BYTES],
      [0, 0],
      [-1, 0],
    ])
    expect(isThere(server, file)).toBe(true)
    expect(await store.db.ops.count()).toBe(0)
  })

  it('of which parts are missing is rejected as the server responded to the query', async () => {
    const server = await aServer()
    server.once('ok', 'ok', 'reset', 'storage_full')
    const { outbox } = await aPageWithFile(server)
    await drain(outbox)
    const [left] = await outbox.entries.current()
    expect(left).toMatchObject({ state: 'rejected', trouble: { code: 'storage_full' } })
    expect(callsOf(server).slice(-2)).toEqual([
      [0, 0],
      [-1, 0],
    ])
  })
})
