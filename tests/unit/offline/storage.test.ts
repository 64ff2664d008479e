import { forceCloseDatabase, IDBDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Invalid, QuotaExceeded, StorageBlocked } from '#src/offline/model/errors.ts'
import { outboxDb } from '#src/offline/storage/outbox-db.ts'
import { ensureReserves } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { aHistory, aPdf, aPhone, drain, openApp, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

const server = () => inProcessServer(() => 'ok')
const loseConnection = (store: Store) => forceCloseDatabase(store.db.backendDB() as never)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a connection that the phone closed (row 13)', () => {
  it('stores and sends an entry although the connection is lost before every step', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { transport, world, fetch } = server()
    // Lost again while the request is in flight, so that its result is written on a new connection.
    const opened = await openPage(aPhone(), {
      fetch,
      transport: (...request) => {
        loseConnection(opened.store)
        return transport(...request)
      },
    })
    const { outbox, store } = opened
    loseConnection(store)
    const entry = aHistory({}, [aPdf()])
    await outbox.enqueue(entry)
    loseConnection(store)
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    loseConnection(store)
    expect(await outbox.pendingCount()).toBe(0)
    expect(world.effects()).toBe(1)
    expect(world.file(entry.files[0]?.id ?? '')?.state).toBe('stored')
    outbox.close()
  })

  it.each(['UnknownError', 'InvalidStateError', 'AbortError'])(
    'opens again after a transaction throws %s once, and stores the entry once',
    async (name) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      // Dexie binds the method when it opens: it is broken from the start, and only once.
      const begin = IDBDatabase.prototype.transaction
      let isToBreak = false
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
        this: IDBDatabase,
        ...args
      ) {
        if (!isToBreak) return begin.apply(this, args)
        isToBreak = false
        throw new DOMException('the connection is lost', name)
      })
      const { outbox } = await openPage(aPhone())
      isToBreak = true
      await outbox.enqueue(aHistory())
      expect(isToBreak).toBe(false)
      expect(await outbox.pendingCount()).toBe(1)
      outbox.close()
    },
  )

  it('does not store an entry twice when the commit’s result was lost', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { outbox, store } = await openPage(aPhone())
    const write = store.db.transaction.bind(store.db)
    vi.spyOn(store.db, 'transaction').mockImplementationOnce(((...args: Parameters<typeof write>) =>
      write(...args).then(() => {
        throw new DOMException('committed, but you will not know', 'UnknownError')
      })) as never)
    await outbox.enqueue(aHistory({}, [aPdf()]))
    expect(await outbox.pendingCount()).toBe(1)
    expect(await outbox.status.current()).toMatchObject({ waiting: 1, filesWaiting: 1 })
    outbox.close()
  })

  it('reports a deletion as saved when its commit’s result was lost', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { outbox, store } = await openPage(aPhone())
    const entry = aHistory()
    const { opId } = await outbox.enqueue(entry)
    const write = store.db.transaction.bind(store.db)
    vi.spyOn(store.db, 'transaction').mockImplementationOnce(((...args: Parameters<typeof write>) =>
      write(...args).then(() => {
        throw new DOMException('committed, but you will not know', 'UnknownError')
      })) as never)
    const deletion = { kind: 'history.delete', id: entry.id, vehicleId: 5 } as const
    const saved = await outbox.enqueue({ ...deletion, basis: { rev: null, opId } })
    expect(saved).toEqual({ opId, entityId: entry.id })
    expect(await outbox.pendingCount()).toBe(0)
    outbox.close()
  })

  it('fails after three losses in ten minutes and reports that storage is blocked', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { outbox, store } = await openPage(aPhone())
    vi.spyOn(store.db, 'transaction').mockImplementation((() =>
      Promise.reject(new DOMException('lost', 'UnknownError'))) as never)
    for (let i = 0; i < 4; i++) await expect(outbox.enqueue(aHistory())).rejects.toThrow(StorageBlocked)
    vi.restoreAllMocks()
    expect(await outbox.pendingCount()).toBe(0)
    outbox.close()
  })
})

describe('a browser that stores nothing (row 14)', () => {
  it('is reported at the start, before anything is typed', async () => {
    const indexedDB = {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    await expect(openPage({ ...aPhone(), indexedDB })).rejects.toThrow(StorageBlocked)
  })
})

describe('a full disk (row 9)', () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))

  it('refuses an entry with a clear error and stores nothing of it', async () => {
    const { outbox, store } = await openPage(aPhone(), { freeBytes: async () => 1_000 })
    vi.spyOn(store.db, 'transaction').mockImplementation(full as never)
    await expect(outbox.enqueue(aHistory())).rejects.toThrow(QuotaExceeded)
    vi.restoreAllMocks()
    expect(await store.db.ops.count()).toBe(0)
    outbox.close()
  })

  it('refuses files that cannot fit before it tries, and accepts the entry without them', async () => {
    const { outbox } = await openPage(aPhone(), { freeBytes: async () => 500_000 })
    await expect(outbox.enqueue(aHistory({}, [aPdf()]))).rejects.toMatchObject({
      name: 'QuotaExceeded',
      neededBytes: 2_000,
      freeBytes: 500_000,
    })
    await outbox.enqueue(aHistory())
    expect(await outbox.pendingCount()).toBe(1)
    outbox.close()
  })

  it('drops cached server files before an entry may fail', async () => {
    const evictCopies = vi.fn(async () => {})
    const { outbox, store } = await openPage(aPhone(), { evictCopies, freeBytes: async () => null })
    vi.spyOn(store.db, 'transaction').mockImplementationOnce(full as never)
    await outbox.enqueue(aHistory({}, [aPdf()]))
    expect(evictCopies).toHaveBeenCalledOnce()
    expect(await outbox.pendingCount()).toBe(1)
    outbox.close()
  })

  it('saves a new entry in the space of the reserve when copies fill the disk', async () => {
    const { outbox, store } = await openPage(aPhone())
    await ensureReserves(store.db)
    const write = store.db.transaction.bind(store.db)
    vi.spyOn(store.db, 'transaction').mockImplementation((async (...args: Parameters<typeof write>) =>
      (await store.db.reserve.get('entries')) ? full() : write(...args)) as never)
    await outbox.enqueue(aHistory({}, [aPdf()]))
    expect(await outbox.pendingCount()).toBe(1)
    expect(await store.db.reserve.toCollection().primaryKeys()).toEqual(['reserve'])
    outbox.close()
  })

  it('restores the reserves before copies are pulled', async () => {
    const phone = aPhone()
    const { outbox, store } = await openPage(phone)
    const reservesAtPull: unknown[] = []
    const fetch = async () => {
      reservesAtPull.push(await store.db.reserve.toCollection().primaryKeys())
      return new Response(null, { status: 503, headers: { 'X-Wheelbook-Api': '1' } })
    }
    const app = await openApp(phone, { fetch })
    expect(await app.cache.refresh()).toBe('failed')
    expect(reservesAtPull).toEqual([['entries', 'reserve']])
    app.close()
    outbox.close()
  })

  it('still sends the queue on a completely full disk', async () => {
    const { transport, world, fetch } = server()
    const { outbox, store } = await openPage(aPhone(), { transport, fetch })
    outbox.start()
    await expect.poll(() => store.db.reserve.count()).toBe(2)
    await outbox.stop()
    for (let i = 0; i < 3; i++) await outbox.enqueue(aHistory())
    // Every write fails until space is freed.
    const write = store.db.transaction.bind(store.db)
    vi.spyOn(store.db, 'transaction').mockImplementation((async (...args: Parameters<typeof write>) =>
      (await store.db.reserve.count()) > 0 ? full() : write(...args)) as never)
    await expect(outbox.enqueue(aHistory())).rejects.toThrow(QuotaExceeded)
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(world.effects()).toBe(3)
    outbox.close()
  })

  it('detects a quota that is hit at the commit, inside Dexie’s own error', async () => {
    const { outbox, store } = await openPage(aPhone())
    const abort = Object.assign(new Error('aborted'), {
      name: 'AbortError',
      inner: new DOMException('full', 'QuotaExceededError'),
    })
    vi.spyOn(store.db, 'transaction').mockImplementation((() => Promise.reject(abort)) as never)
    await expect(outbox.enqueue(aHistory())).rejects.toThrow(QuotaExceeded)
    outbox.close()
  })
})

describe('unreadable rows (rows 12 and 32)', () => {
  it('shows and keeps unreadable rows, and sends the others', async () => {
    const { transport, world, fetch } = server()
    const phone = aPhone()
    const { outbox, store } = await openPage(phone, { transport, fetch })
    await outbox.enqueue(aHistory())
    await store.db.ops.add({ id: 'garbage', queue: 'entry:0', seq: 0, state: 7 } as never)
    await store.db.ops.add({ id: 'more', odd: true } as never)
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(world.effects()).toBe(1)
    await expect.poll(async () => (await outbox.status.current()).needsYou).toBe(2)
    const damaged = await outbox.entries.current()
    expect(damaged.map((entry) => [entry.opId, entry.state])).toEqual([
      ['garbage', 'damaged'],
      ['more', 'damaged'],
    ])
    await outbox.discard('more')
    expect(await outbox.status.current()).toMatchObject({ needsYou: 1 })
    outbox.close()
  })

  it('ends its run although a row was set aside that is still in its lane', async () => {
    const { transport, world, fetch } = server()
    const { outbox, store } = await openPage(aPhone(), { transport, fetch })
    await store.db.ops.add({ id: 'garbage', queue: 'entry:0', seq: 0, state: 'damaged' } as never)
    await outbox.enqueue(aHistory())
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(world.effects()).toBe(1)
    expect(await store.db.ops.get('garbage')).toEqual({ id: 'garbage', seq: 0, state: 'damaged' })
    outbox.close()
  })

  it('sends the other entries and files of the vehicle, and after a discard what waited for the row', async () => {
    const { transport, world, fetch } = server()
    const { outbox, store } = await openPage(aPhone(), { transport, fetch })
    const [lost, sound] = [aHistory({}, [aPdf('lost.pdf')]), aHistory({}, [aPdf('sound.pdf')])]
    const { opId } = await outbox.enqueue(lost)
    await outbox.enqueue(sound)
    await store.db.ops.update(opId, { attempts: 'many' } as never)
    outbox.start()
    await drain(outbox, 'empty', 2_000)
    expect(world.file(sound.files[0]?.id ?? '')?.state).toBe('stored')
    const fileOp = async () => (await store.db.ops.toArray()).find(({ kind }) => kind === 'file.put')
    expect(await fileOp()).toMatchObject({ state: 'held', heldFor: 'dependency' })
    await outbox.discard(opId)
    // The server has no entry for the file, so the user decides about it.
    await expect.poll(fileOp).toMatchObject({ state: 'rejected', trouble: { status: 404 } })
    outbox.close()
  })

  it('sends what a newer build stored once this build can read it, in the state from before (row 20)', async () => {
    const { transport, world, fetch } = server()
    const phone = aPhone()
    const first = await openPage(phone, { transport, fetch })
    const entry = aHistory({}, [aPdf()])
    const { opId } = await first.outbox.enqueue(entry)
    await first.store.db.ops.update(opId, { attempts: 'many' } as never)
    first.outbox.start()
    await expect.poll(() => first.store.db.ops.get(opId)).toMatchObject({ state: 'damaged' })
    await first.outbox.stop()
    await first.store.db.ops.update(opId, { attempts: 0 })
    first.outbox.close()
    const second = await openPage(phone, { transport, fetch })
    second.outbox.start()
    await expect.poll(() => world.file(entry.files[0]?.id ?? '')?.state).toBe('stored')
    expect(await second.outbox.status.current()).toMatchObject({ waiting: 0, needsYou: 0 })
    second.outbox.close()
  })

  it('sends a file whose entry an earlier build removed', async () => {
    const { transport, fetch } = server()
    const { outbox, store } = await openPage(aPhone(), { transport, fetch })
    const { opId } = await outbox.enqueue(aHistory({}, [aPdf()]))
    await store.db.ops.delete(opId)
    outbox.start()
    await expect
      .poll(() => store.db.ops.toArray())
      .toMatchObject([{ kind: 'file.put', state: 'rejected', dependsOn: [] }])
    outbox.close()
  })

  it('does not send a file whose bytes are damaged, and sends its entry', async () => {
    const { transport, world, fetch } = server()
    const { outbox, store } = await openPage(aPhone(), { transport, fetch })
    const file = aPdf()
    await outbox.enqueue(aHistory({}, [file]))
    const row = await store.db.files.get(file.id)
    const corrupted = (row?.bytes ?? new ArrayBuffer(0)).slice(0)
    new Uint8Array(corrupted)[500] = 0
    await store.db.files.put({ ...(row as NonNullable<typeof row>), bytes: corrupted })
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(world.effects()).toBe(1)
    expect(world.file(file.id)?.state).toBe('awaited')
    const [line] = await outbox.entries.current()
    expect(line).toMatchObject({ kind: 'file.put', state: 'damaged', files: [{ name: 'invoice.pdf' }] })
    expect(await outbox.fileOf(file.id)).toBeInstanceOf(Blob)
    outbox.close()
  })

  it('holds what a newer build has queued, and sends it when a build knows it (row 20)', async () => {
    const { transport, world, fetch } = server()
    const phone = aPhone()
    const first = await openPage(phone, { transport, fetch })
    const { opId } = await first.outbox.enqueue(aHistory())
    await first.store.db.ops.update(opId, { v: 99 })
    first.outbox.start()
    expect(await drain(first.outbox)).toBe('empty')
    expect(await first.store.db.ops.get(opId)).toMatchObject({ state: 'held', heldFor: 'unknown' })
    await first.store.db.ops.update(opId, { v: 1 })
    first.outbox.close()
    const second = await openPage(phone, { transport, fetch })
    second.outbox.start()
    await expect.poll(() => world.effects()).toBe(1)
    second.outbox.close()
  })
})

describe('entries (OFF-019, OFF-021)', () => {
  it('are still there when the app is opened again', async () => {
    const phone = aPhone()
    const first = await openPage(phone)
    const entry = aHistory({ po_number: 'PO-9' }, [aPdf()])
    await first.outbox.enqueue(entry)
    first.outbox.close()
    const second = await openPage(phone)
    expect(await second.outbox.entries.current()).toMatchObject([
      { kind: 'history.create', entityId: entry.id, files: [{ name: 'invoice.pdf', size: 2_000 }] },
    ])
    second.outbox.close()
  })

  it.each([
    ['no odometer', { odometer: undefined }, 'odometer'],
    ['a day that is to come', { date_of_completion: '2999-01-01' }, 'date_of_completion'],
    ['no shop', { custom_shop_name: undefined }, 'custom_shop_name'],
    ['no service', { vehicle_services: [] }, 'vehicle_services'],
    [
      'a price that is none',
      { vehicle_services: [{ service_definition_id: 1, price: '1,5' }] },
      'vehicle_services.0.price',
    ],
    ['a postal code in the US', { zip: 'H2X 1Y4' }, 'zip'],
  ])('are refused with %s, by the rules of the form', async (_what, change, field) => {
    const { outbox } = await openPage(aPhone())
    const refused = outbox.enqueue(aHistory(change as never))
    await expect(refused).rejects.toThrow(Invalid)
    await expect(refused).rejects.toHaveProperty(`fields.${field.replaceAll('.', '\\.')}`)
    expect(await outbox.pendingCount()).toBe(0)
    outbox.close()
  })

  it('are refused with a file whose content does not match its name (MHX-017)', async () => {
    const { outbox } = await openPage(aPhone())
    const fake = { ...aPdf(), bytes: new TextEncoder().encode('<html>not a pdf</html>').buffer }
    await expect(outbox.enqueue(aHistory({}, [fake]))).rejects.toMatchObject({
      fields: { 'maintenance_documents_attributes.0': ['file_type'] },
    })
    outbox.close()
  })

  it('are stored once, however often the button is pressed', async () => {
    const { transport, world, fetch } = server()
    const { outbox } = await openPage(aPhone(), { transport, fetch })
    const entry = aHistory({}, [aPdf()])
    const saved = await Promise.all([outbox.enqueue(entry), outbox.enqueue(entry)])
    expect(saved[0]).toEqual(saved[1])
    expect(await outbox.status.current()).toMatchObject({ waiting: 1, filesWaiting: 1 })
    outbox.start()
    await drain(outbox)
    expect(await outbox.enqueue(entry)).toEqual(saved[0])
    expect(await outbox.pendingCount()).toBe(0)
    expect(world.effects()).toBe(1)
    outbox.close()
  })

  it('disappear with their files if deleted before they were sent (OFF-045)', async () => {
    const { transport, world, fetch } = server()
    const app = await openApp(aPhone(), { transport, fetch })
    const entry = aHistory({}, [aPdf()])
    await app.outbox.enqueue(entry)
    const localRow = await app.cache.history(entry.id).current()
    await app.outbox.enqueue({
      kind: 'history.delete',
      id: entry.id,
      basis: localRow?.basis ?? { rev: null, opId: null },
      vehicleId: 5,
    })
    expect(await app.outbox.pendingCount()).toBe(0)
    expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, bytesWaiting: 0 })
    expect(await app.cache.history(entry.id).current()).toBeUndefined()
    app.start()
    await drain(app.outbox)
    expect(world.entityIds()).toEqual([])
    await app.stop()
    app.close()
  })
})

describe('the outbox’s database (row 6)', () => {
  it('is opened with strict durability', () => {
    const db = outboxDb({ tenantId: 1, userId: 2 }, aPhone()) as unknown as {
      _options: { chromeTransactionDurability: string }
      name: string
    }
    expect(db.name).toBe('wheelbook-outbox:1:2')
    expect(db._options.chromeTransactionDurability).toBe('strict')
  })
})
