import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { sha256 } from '#src/offline/model/hash.ts'
import { newId } from '#src/offline/model/ids.ts'
import { lockAndClear, type Offline, type OfflineParts } from '#src/offline/offline.ts'
import { sumOf } from '#src/offline/snapshots/project.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import { outboxDb } from '#src/offline/storage/outbox-db.ts'
import { aHistory, aPdf, aPhone, drain, historyFields, openApp, openPage, type PageSetup } from './device.ts'
import { inProcessServer } from './in-process-server.ts'
import { simulatedClock } from './simulated-clock.ts'

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
  vi.restoreAllMocks()
})

async function anApp(setup: PageSetup & OfflineParts, phone = aPhone()) {
  const app = await openApp(phone, setup)
  opened.push(app)
  return app
}

const headers = { 'x-wheelbook-api': '1', 'content-type': 'application/json' }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers })

/** A server of changes only: responds with these pages in turn. */
function pagesOf(...pages: (Response | (() => Promise<Response>))[]) {
  const requests: string[] = []
  const fetchFn = async (input: string | URL | Request) => {
    requests.push(String(input))
    const page = pages.shift()
    if (!page) throw new TypeError('no network')
    return typeof page === 'function' ? page() : page
  }
  return { fetch: fetchFn as typeof fetch, requests }
}

const service = (id: number, name = 'Oil change') => ({
  type: 'service',
  id: String(id),
  data: {
    id,
    name,
    name_en: name,
    name_fr: 'Vidange',
    positions: [],
    typical_price: null,
    support_medium_and_heavy_duty_vehicles: true,
  },
})
const page = (changes: unknown[], next: string, hasMore = false) => json({ changes, next, hasMore })

describe('pulling the server’s changes (OFF-006 to OFF-011)', () => {
  it('pulls page after page and resumes from the last one after an interruption', async () => {
    const { fetch, requests } = pagesOf(page([service(1)], 'a', true), page([service(2)], 'b'), page([], 'b'))
    const app = await anApp({ fetch })
    expect(await app.cache.refresh()).toBe('fresh')
    expect((await app.cache.services.current()).map((row) => row.id)).toEqual([1, 2])
    expect(await app.cache.lastLoadedAt.current()).not.toBeNull()
    await app.cache.refresh()
    expect(requests.map((address) => new URL(address).searchParams.get('cursor'))).toEqual([null, 'a', 'b'])
  })

  it('pulls smaller pages over a connection that is too slow for a whole one, and larger ones again', async () => {
    const clock = simulatedClock()
    const limits: number[] = []
    let rowsInTime = 600
    const slowly = (signal: RequestInit['signal']) =>
      new ReadableStream({
        start(controller) {
          signal?.addEventListener('abort', () => controller.error(signal?.reason))
          setTimeout(() => clock.advance(30_000))
        },
      })
    const fetchFn = async (input: string, init?: RequestInit) => {
      const limit = Number(new URL(input).searchParams.get('limit'))
      limits.push(limit)
      if (limit > rowsInTime) return new Response(slowly(init?.signal), { headers })
      clock.advance((30_000 * limit) / rowsInTime)
      return page([service(limits.length)], String(limits.length), limits.length < 5)
    }
    const app = await anApp({ fetch: fetchFn as typeof fetch, clock })
    expect(await app.cache.refresh()).toBe('fresh')
    expect(limits).toEqual([2000, 1000, 500, 500, 500])
    rowsInTime = 20_000
    for (let i = 0; i < 3; i++) expect(await app.cache.refresh()).toBe('fresh')
    expect(limits.slice(5)).toEqual([500, 1000, 2000])
    rowsInTime = 0
    expect(await app.cache.refresh()).toBe('offline')
    expect(limits.slice(8)).toEqual([2000, 1000, 500, 250, 125, 62, 50])
  })

  it('pulls changes made during a request in one further run for all callers', async () => {
    const response = Promise.withResolvers<Response>()
    const { fetch, requests } = pagesOf(() => response.promise, page([service(2)], 'b'))
    const app = await anApp({ fetch })
    const first = app.cache.refresh()
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    const [second, third] = [app.cache.refresh(), app.cache.refresh()]
    response.resolve(page([service(1)], 'a'))
    expect(await Promise.all([first, second, third])).toEqual(['fresh', 'fresh', 'fresh'])
    expect((await app.cache.services.current()).map((row) => row.id)).toEqual([1, 2])
    expect(requests).toHaveLength(2)
  })

  it('keeps its rows and their time when there is no network (OFF-007, OFF-043)', async () => {
    const { fetch } = pagesOf(page([service(1)], 'a'))
    const app = await anApp({ fetch })
    await app.cache.refresh()
    const loadedAt = await app.cache.lastLoadedAt.current()
    expect(await app.cache.refresh()).toBe('offline')
    expect((await app.cache.services.current()).length).toBe(1)
    expect(await app.cache.lastLoadedAt.current()).toBe(loadedAt)
  })

  it('reports to the chip that there is no network, and that it is back (OFF-042)', async () => {
    let isThere = false
    const server = inProcessServer(() => 'ok')
    const app = await anApp({
      fetch: (async (input: string) => {
        if (!isThere) throw new TypeError('no network')
        return server.fetch(input)
      }) as typeof fetch,
    })
    app.start()
    const network = async () => (await app.outbox.status.current()).network
    await expect.poll(network).toBe('offline')
    isThere = true
    await app.stop()
    app.start()
    await expect.poll(network).toBe('online')
  })

  it.each([
    ['a portal’s page', new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'offline'],
    ['a session that is over', json({ code: 'not_signed_in' }, 401), 'auth'],
    ['a server in trouble', json({ code: 'internal' }, 500), 'failed'],
    ['a response that is none', json({ odd: true }), 'failed'],
  ])('changes nothing at %s', async (_what, response, end) => {
    const { fetch } = pagesOf(page([service(1)], 'a'), response)
    const app = await anApp({ fetch })
    await app.cache.refresh()
    expect(await app.cache.refresh()).toBe(end)
    expect((await app.cache.services.current()).length).toBe(1)
  })

  it('starts again at 410 and never touches the outbox', async () => {
    const { fetch, requests } = pagesOf(
      page([service(1)], 'old'),
      json({ code: 'resync' }, 410),
      page([service(2)], 'new'),
    )
    const app = await anApp({ fetch })
    await app.cache.refresh()
    await app.outbox.enqueue(aHistory({ vehicle_services: [{ service_definition_id: 1, price: '5' }] }))
    expect(await app.cache.refresh()).toBe('fresh')
    expect((await app.cache.services.current()).map((row) => row.id)).toEqual([2])
    expect(requests.map((address) => new URL(address).searchParams.get('cursor'))).toEqual([
      null,
      'old',
      null,
    ])
    expect(await app.outbox.pendingCount()).toBe(1)
  })

  it('skips a row that it cannot read and a type that it does not know, and stores the rest', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const odd = [
      { type: 'service', id: '7', data: { id: 'seven' } },
      { type: 'spaceship', id: '1', data: {} },
    ]
    const app = await anApp(pagesOf(page([...odd, service(1)], 'a')))
    expect(await app.cache.refresh()).toBe('fresh')
    expect((await app.cache.services.current()).map((row) => row.id)).toEqual([1])
  })

  it('deletes rows that the server reports as gone or no longer this user’s', async () => {
    const gone = { type: 'service', id: '1', deleted: true, reason: 'no_access' }
    const app = await anApp(pagesOf(page([service(1), service(2)], 'a'), page([gone], 'b')))
    await app.cache.refresh()
    await app.cache.refresh()
    expect((await app.cache.services.current()).map((row) => row.id)).toEqual([2])
  })

  it('drops every copy and keeps the outbox at sign-out (row 18)', async () => {
    const app = await anApp(pagesOf(page([service(1)], 'a')))
    await app.cache.refresh()
    await app.outbox.enqueue(aHistory({ vehicle_services: [{ service_definition_id: 1, price: '5' }] }))
    await app.cache.drop()
    expect(await app.cache.services.current()).toEqual([])
    expect(await app.outbox.pendingCount()).toBe(1)
  })
})

describe('rows with pending changes applied (row 34)', () => {
  it('shows a new entry at once, marked, with its total and its files', async () => {
    const app = await anApp(pagesOf(page([service(11, 'Brakes'), service(12)], 'a')))
    await app.cache.refresh()
    const entry = aHistory(
      {
        vehicle_services: [
          { service_definition_id: 11, price: '129.95' },
          { service_definition_id: 12, price: '0.1' },
        ],
      },
      [aPdf()],
    )
    await app.outbox.enqueue(entry)
    const [localRow] = await app.cache.historyOf(5).current()
    expect(localRow?.waiting).toMatchObject({
      change: 'create',
      state: 'pending',
      fileIds: [entry.files[0]?.id],
    })
    expect(localRow?.row).toMatchObject({
      total: '130.05',
      attachments_missing: 1,
      maintenance_type: 'Manually Entered',
    })
    expect(localRow?.row.order_services.map((line) => line.name)).toEqual(['Brakes', 'Oil change'])
  })

  it('shows the entries since a day, and all pending ones', async () => {
    const server = inProcessServer(() => 'ok')
    const app = await anApp({ transport: server.transport, fetch: server.fetch })
    const days = ['2025-01-10', '2025-03-10', '2025-05-10']
    const entries = days.map((date_of_completion) => aHistory({ date_of_completion }))
    for (const entry of entries) await app.outbox.enqueue(entry)
    app.outbox.start()
    await drain(app.outbox)
    await app.outbox.stop()
    const shown = async () =>
      (await app.cache.historiesSince('2025-03-10').current()).map(({ row }) => row.date_of_completion)
    expect(await shown()).toEqual(['2025-05-10', '2025-03-10'])
    await app.outbox.enqueue(aHistory({ date_of_completion: '2024-12-01' }))
    expect(await shown()).toEqual(['2025-05-10', '2025-03-10', '2024-12-01'])
  })

  it('never shows the entry as gone between saving and the server’s row', async () => {
    const server = inProcessServer(() => 'ok')
    const app = await anApp({ transport: server.transport, fetch: server.fetch })
    const entry = aHistory()
    await app.outbox.enqueue(entry)
    const seen: (LocalRow<unknown> | undefined)[] = []
    const stop = app.cache.history(entry.id).subscribe((localRow) => seen.push(localRow))
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    app.start()
    await drain(app.outbox)
    await app.cache.refresh()
    await expect.poll(() => seen.at(-1)?.waiting).toBeNull()
    stop()
    expect(seen.every((localRow) => localRow !== undefined)).toBe(true)
  })

  it('does not fall back to an older row from a slow page after the edit was acknowledged', async () => {
    const server = inProcessServer(() => 'ok')
    let hold = Promise.resolve()
    const app = await anApp({
      transport: server.transport,
      // The page is read before the edit and arrives after it.
      fetch: (async (input: string) => {
        const response = await server.fetch(input)
        await hold
        return response
      }) as typeof fetch,
    })
    const entry = aHistory({ po_number: 'one' })
    await app.outbox.enqueue(entry)
    app.outbox.start()
    await drain(app.outbox)
    let release = () => {}
    hold = new Promise((resolve) => {
      release = resolve
    })
    const refreshed = app.cache.refresh()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const localRow = await app.cache.history(entry.id).current()
    await app.outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: localRow?.basis ?? { rev: null, opId: null },
      payload: historyFields({ po_number: 'two' }),
      files: [],
      removedFileIds: [],
    })
    await drain(app.outbox)
    release()
    await refreshed
    expect((await app.cache.history(entry.id).current())?.row.po_number).toBe('two')
  })

  it('does not restore a deleted entry when a slow page still has it', async () => {
    const server = inProcessServer(() => 'ok')
    const pages: Response[] = []
    const app = await anApp({
      transport: server.transport,
      fetch: (async (input: string) => pages.shift() ?? server.fetch(input)) as typeof fetch,
    })
    const entry = aHistory()
    await app.outbox.enqueue(entry)
    app.outbox.start()
    await drain(app.outbox)
    const localRow = await app.cache.history(entry.id).current()
    pages.push(await server.fetch('http://x/api/v4/sync?limit=100'))
    await app.outbox.enqueue({
      kind: 'history.delete',
      id: entry.id,
      basis: localRow?.basis ?? { rev: 1, opId: null },
      vehicleId: 5,
    })
    expect((await app.cache.history(entry.id).current())?.waiting?.change).toBe('delete')
    await drain(app.outbox)
    await app.cache.refresh()
    expect(await app.cache.history(entry.id).current()).toBeUndefined()
  })

  it('resolves a conflict with the user’s version on top of the server’s, or discards it (row 23)', async () => {
    const server = inProcessServer(() => 'ok')
    const app = await anApp({ transport: server.transport, fetch: server.fetch })
    const entry = aHistory({ po_number: 'one' })
    await app.outbox.enqueue(entry)
    app.outbox.start()
    await drain(app.outbox)
    const edit = async (po_number: string) => {
      await app.outbox.enqueue({
        kind: 'history.update',
        id: entry.id,
        basis: { rev: 1, opId: null },
        payload: historyFields({ po_number }),
        files: [],
        removedFileIds: [],
      })
      await drain(app.outbox)
    }
    await edit('someone else')
    for (const keep of ['theirs', 'mine'] as const) {
      await edit('mine')
      const [waiting] = await app.outbox.entries.current()
      expect(waiting).toMatchObject({ state: 'conflict', trouble: { code: 'stale', currentRev: 2 } })
      expect((await app.cache.history(entry.id).current())?.row.po_number).toBe('mine')
      await app.outbox.resolveConflict(waiting?.opId ?? '', keep)
      await drain(app.outbox)
      const now = keep === 'mine' ? 'mine' : 'someone else'
      expect(server.world.row(entry.id)?.fields.po_number).toBe(now)
      expect(await app.outbox.pendingCount()).toBe(0)
    }
  })

  it('counts the days to a document’s expiry today, regardless of when it was loaded', async () => {
    const server = inProcessServer(() => 'ok')
    const app = await anApp({ transport: server.transport, fetch: server.fetch })
    const today = new Date()
    const inTenDays = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 10)
    const expiration_date = inTenDays.toLocaleDateString('en-CA')
    const id = newId()
    await app.outbox.enqueue({
      kind: 'glovebox.create',
      id,
      files: [aPdf('license.pdf')],
      payload: { vehicle_id: 5, document_type: 'driver_license', document_number: 'D123', expiration_date },
    })
    const shown = async () => (await app.cache.gloveboxOf(5).current())[0]
    expect(await shown()).toMatchObject({ row: { expires_in_days: 10 }, waiting: { change: 'create' } })
    app.outbox.start()
    await drain(app.outbox)
    expect(server.world.row(id)?.fields).toMatchObject({ id, document_number: 'D123', expiration_date })
    expect(await shown()).toMatchObject({ row: { expires_in_days: 10 }, waiting: null })
  })

  it.each([
    ['Pacific/Kiritimati', 9],
    ['Etc/GMT+12', 10],
  ])(
    'counts them from the day that it is for the fleet, wherever the device is: %s',
    async (timeZone, days) => {
      const app = await anApp({
        clock: simulatedClock(Date.parse('2026-03-10T12:00:00Z')),
        timeZone,
        fetch: pagesOf().fetch,
      })
      await app.outbox.enqueue({
        kind: 'glovebox.create',
        id: newId(),
        files: [aPdf('license.pdf')],
        payload: {
          vehicle_id: 5,
          document_type: 'driver_license',
          document_number: 'D123',
          expiration_date: '2026-03-20',
        },
      })
      const [shown] = await app.cache.gloveboxOf(5).current()
      expect(shown?.row.expires_in_days).toBe(days)
    },
  )

  it('adds amounts without floats (ruling 18)', () => {
    expect(sumOf(['0.1', '0.2'])).toBe('0.30')
    expect(sumOf(['99999999.99', '0.01', '5'])).toBe('100000005.00')
    expect(sumOf([])).toBe('0.00')
  })
})

describe('files of documents (OFF-008, OFF-009)', () => {
  const item = async (file: ReturnType<typeof aPdf>) => ({
    type: 'glovebox_item',
    id: '0197a1b2-0000-7000-8000-000000000009',
    data: {
      id: '0197a1b2-0000-7000-8000-000000000009',
      vehicle_id: 5,
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
          id: file.id,
          file_name: file.name,
          content_type: file.type,
          byte_size: 2_000,
          state: 'stored',
          sha256: await sha256(file.bytes),
          document_url: { url: `/api/v4/glovebox_documents/${file.id}` },
        },
      ],
    },
  })

  it('caches the current file at a refresh and opens it without network', async () => {
    const file = aPdf()
    const { fetch, requests } = pagesOf(page([await item(file)], 'a'), new Response(file.bytes))
    const app = await anApp({ fetch })
    await app.cache.refresh()
    await expect.poll(() => requests[1]).toContain(`/api/v4/glovebox_documents/${file.id}`)
    await expect.poll(() => app.cache.cachedFileBytes()).toBe(2_000)
    const blob = await app.cache.documentBlob(file.id)
    expect(blob?.type).toBe('application/pdf')
    expect(await sha256((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))).toBe(await sha256(file.bytes))
    expect(requests.length).toBe(2)
  })

  it('caches nothing but the file itself: no portal’s page, no damaged bytes', async () => {
    const file = aPdf()
    const { fetch } = pagesOf(
      page([await item(file)], 'a'),
      new Response('<html>'),
      new Response(aPdf('x', 2_000, 2).bytes),
    )
    const app = await anApp({ fetch })
    await app.cache.refresh()
    expect(await app.cache.documentBlob(file.id)).toBeUndefined()
  })

  it('opens a queued file, and caches it once it has been sent', async () => {
    const server = inProcessServer(() => 'ok')
    const app = await anApp({ transport: server.transport, fetch: server.fetch })
    const file = aPdf()
    await app.outbox.enqueue(aHistory({}, [file]))
    expect((await app.cache.documentBlob(file.id))?.size).toBe(2_000)
    app.outbox.start()
    await drain(app.outbox)
    expect((await app.cache.documentBlob(file.id))?.size).toBe(2_000)
    await app.cache.drop()
    expect(await app.cache.documentBlob(file.id)).toBeUndefined()
  })

  it('completes a sign-out without opening the app: drops every copy and locks the outbox (row 18)', async () => {
    // ACC-135, ruling 25
    const phone = aPhone()
    const scope = { tenantId: 3, userId: 7 }
    const file = aPdf()
    const app = await anApp({ ...pagesOf(page([await item(file)], 'a'), new Response(file.bytes)) }, phone)
    await app.cache.refresh()
    await expect.poll(() => app.cache.cachedFileBytes()).toBe(2_000)
    await app.outbox.enqueue(aHistory())
    app.close()
    await lockAndClear(scope, { storage: phone })
    const { outbox, store, close } = await openPage(phone)
    expect(await readMeta(store.db, 'lockedAt')).not.toBeNull()
    expect(await outbox.pendingCount()).toBe(1)
    close()
    const again = await anApp({}, phone)
    expect(await again.cache.gloveboxItems.current()).toEqual([])
    expect(await again.cache.cachedFileBytes()).toBe(0)
  })

  it('drops the files of a document that was replaced or deleted, and no others', async () => {
    const [old, current] = [aPdf('old.pdf', 2_000, 1), aPdf('new.pdf', 3_000, 2)]
    const other = aPdf('other.pdf', 500, 3)
    const otherItem = await item(other)
    const otherId = '0197a1b2-0000-7000-8000-000000000010'
    const replaced = await item(current)
    const { fetch } = pagesOf(
      page([await item(old), { ...otherItem, id: otherId, data: { ...otherItem.data, id: otherId } }], 'a'),
      new Response(old.bytes),
      new Response(other.bytes),
      page([{ ...replaced, data: { ...replaced.data, rev: 2 } }], 'b'),
      new Response(current.bytes),
      page([{ type: 'glovebox_item', id: replaced.id, deleted: true }], 'c'),
    )
    const app = await anApp({ fetch })
    for (const size of [2_500, 3_500, 500]) {
      await app.cache.refresh()
      await expect.poll(() => app.cache.cachedFileBytes()).toBe(size)
    }
  })

  it('drops the files of an entry that this device deleted', async () => {
    const server = inProcessServer(() => 'ok')
    const app = await anApp({ transport: server.transport, fetch: server.fetch })
    const entry = aHistory({}, [aPdf()])
    await app.outbox.enqueue(entry)
    app.outbox.start()
    await drain(app.outbox)
    expect(await app.cache.cachedFileBytes()).toBe(2_000)
    const localRow = await app.cache.history(entry.id).current()
    await app.outbox.enqueue({
      kind: 'history.delete',
      id: entry.id,
      basis: localRow?.basis ?? { rev: 1, opId: null },
      vehicleId: 5,
    })
    await drain(app.outbox)
    expect(await app.cache.cachedFileBytes()).toBe(0)
  })
})

describe('other users of the same device (row 19)', () => {
  it('counts their entries without showing them, and locks them', async () => {
    const phone = aPhone()
    const server = inProcessServer(() => 'ok')
    const theirs = await anApp({ userId: 8, transport: server.transport, fetch: server.fetch }, phone)
    await theirs.outbox.enqueue(aHistory({}, [aPdf()]))
    const mine = await anApp({ userId: 7, transport: server.transport, fetch: server.fetch }, phone)
    mine.start()
    await expect.poll(() => mine.countForOtherUsers()).toEqual({ entries: 1, files: 1 })
    expect(await mine.outbox.entries.current()).toEqual([])
    expect(await mine.cache.histories.current()).toEqual([])
    await drain(mine.outbox)
    await mine.stop()
    expect(server.world.effects()).toBe(0)
  })

  it('deletes their copies, and never their entries (ACC-134)', async () => {
    const phone = aPhone()
    const theirs = await anApp({ userId: 8, ...pagesOf(page([service(1)], 'a')) }, phone)
    await theirs.cache.refresh()
    await theirs.outbox.enqueue(aHistory({ vehicle_services: [{ service_definition_id: 1, price: '5' }] }))
    const mine = await anApp({ userId: 7, ...pagesOf(page([service(2)], 'a')) }, phone)
    await mine.cache.refresh()
    mine.start()
    await expect.poll(() => theirs.cache.services.current()).toEqual([])
    expect(await theirs.outbox.pendingCount()).toBe(1)
    expect((await mine.cache.services.current()).map(({ id }) => id)).toEqual([2])
    await mine.stop()
  })

  it('deletes their copies and locks their entries although a database of another one cannot be opened', async () => {
    const phone = aPhone()
    vi.spyOn(console, 'error').mockReturnValue()
    const damaged = await anApp({ userId: 6 }, phone)
    damaged.close()
    const theirs = await anApp({ userId: 8, ...pagesOf(page([service(1)], 'a')) }, phone)
    await theirs.cache.refresh()
    const indexedDB = phone.indexedDB as IDBFactory
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementation((name, ...rest) => {
      if (name.endsWith(':6')) throw new DOMException('damaged', 'UnknownError')
      return open(name, ...rest)
    })
    const mine = await anApp({ userId: 7 }, phone)
    mine.start()
    await expect.poll(() => theirs.cache.services.current()).toEqual([])
    const outbox = outboxDb({ tenantId: 3, userId: 8 }, phone)
    await expect.poll(() => readMeta(outbox, 'lockedAt')).not.toBeNull()
    outbox.close()
    await mine.stop()
  })

  it('keeps entries of the same user in another fleet: counted, locked, sent from that fleet only', async () => {
    // OFF-046, ruling 9
    const phone = aPhone()
    const server = inProcessServer(() => 'ok')
    const parts = { transport: server.transport, fetch: server.fetch }
    const inOne = await anApp({ tenantId: 1, userId: 7, ...parts }, phone)
    await inOne.outbox.enqueue(aHistory({}, [aPdf()]))
    await inOne.outbox.lock()
    inOne.close()
    const inTwo = await anApp({ tenantId: 2, userId: 7, ...parts }, phone)
    inTwo.start()
    await expect
      .poll(() => inTwo.countInOtherFleets())
      .toEqual([{ tenantId: 1, waiting: { entries: 1, files: 1 } }])
    expect(await inTwo.countForOtherUsers()).toEqual({ entries: 0, files: 0 })
    expect(await inTwo.outbox.pendingCount()).toBe(0)
    await drain(inTwo.outbox)
    await inTwo.stop()
    inTwo.close()
    expect(server.world.effects()).toBe(0)
    const again = await anApp({ tenantId: 1, userId: 7, ...parts }, phone)
    again.start()
    await drain(again.outbox)
    expect(server.world.effects()).toBe(1)
    expect(await again.countInOtherFleets()).toEqual([])
    await again.stop()
  })
})
