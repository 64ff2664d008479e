import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Clock, deviceClock } from '#src/offline/model/clock.ts'
import { QuotaExceeded } from '#src/offline/model/errors.ts'
import { NO_COPIES, resendLost } from '#src/offline/queue/actions/resend-lost.ts'
import { createFaultServer } from '#tests/offline/fault-server.ts'
import { aDisk, aHistory, aPdf, aPhone, drain, openApp, openPage } from './device.ts'

// docs/offline.md row 33: the server's database was restored from a backup.

const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0).reverse()) await close()
})

/** @param serverAhead how far the clock of the server is ahead, in ms */
async function aDriver(clock: Clock = deviceClock, serverAhead = () => 0) {
  const server = await createFaultServer({ signedInAs: '3:7' })
  closers.push(() => server.close())
  const phone = aPhone()
  const open = async () => {
    const app = await openApp(phone, { baseUrl: server.origin, clock, fetch: fetchAt(serverAhead) })
    closers.push(async () => {
      await app.stop()
      app.close()
    })
    app.outbox.start()
    await app.cache.refresh()
    return app
  }
  const app = await open()
  const goBack = server.world.backUp()
  return {
    app,
    open,
    server,
    setBack: (epoch = '2') => {
      goBack()
      server.set({ epoch })
    },
  }
}
const fetchAt =
  (ahead: () => number): typeof fetch =>
  async (...request) => {
    const { body, status, headers: given } = await fetch(...request)
    const headers = new Headers(given)
    headers.set('Date', new Date(Date.now() + ahead()).toUTCString())
    return new Response(body, { status, headers })
  }
type Driver = Awaited<ReturnType<typeof aDriver>>

const pathsSince = ({ server }: Driver, n: number) =>
  server.ledger.requests.slice(n).map(({ method, path }) => `${method} ${path.split('/')[3]}`)

async function edit(
  { app }: Driver,
  entry: ReturnType<typeof aHistory>,
  po_number: string,
  removed: string[] = [],
) {
  const localRow = await app.cache.history(entry.id).current()
  if (!localRow) throw new Error('The entry is not shown')
  await app.outbox.enqueue({
    kind: 'history.update',
    id: entry.id,
    basis: localRow.basis,
    files: [],
    removedFileIds: removed,
    payload: { ...entry.payload, po_number },
  })
}

describe('a server that was restored from an older backup (row 33)', () => {
  it('receives what it lost again, with its files, under the same keys', async () => {
    const driver = await aDriver()
    const { app, server, setBack } = driver
    const file = aPdf()
    const entry = aHistory({ po_number: 'PO-1' }, [file])
    await app.outbox.enqueue(entry)
    await drain(app.outbox)
    await edit(driver, entry, 'PO-2')
    await drain(app.outbox)
    const keys = server.ledger.requests.map(({ key }) => key)
    setBack()
    expect(server.world.entityIds()).toEqual([])
    await app.cache.refresh()
    expect(await drain(app.outbox)).toBe('empty')
    expect(server.world.row(entry.id)?.fields).toMatchObject({ po_number: 'PO-2' })
    expect(server.world.file(file.id)?.state).toBe('stored')
    expect(
      server.ledger.requests
        .slice(keys.length)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(keys.sort())
    expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, needsYou: 0 })
    await app.cache.refresh()
    expect((await app.cache.history(entry.id).current())?.row.po_number).toBe('PO-2')
  })

  it('is detected by a 410 response, and once a day if its epoch is unchanged', async () => {
    const driver = await aDriver()
    const { app, server, setBack } = driver
    await app.outbox.enqueue(aHistory())
    await drain(app.outbox)
    setBack('1')
    await app.cache.refresh()
    expect(server.world.effects()).toBe(0)
    const held = app.outbox.receipts
    expect(await held.current()).toHaveLength(1)
    server.set({ resync: true })
    await app.cache.refresh()
    await drain(app.outbox)
    expect(server.world.effects()).toBe(1)
  })

  it('receives an edit before the edit that depends on it, although that one was refused in the meantime', async () => {
    const driver = await aDriver()
    const { app, server, setBack } = driver
    const entry = aHistory({ po_number: 'PO-1' })
    await app.outbox.enqueue(entry)
    await drain(app.outbox)
    setBack()
    await edit(driver, entry, 'PO-2')
    await drain(app.outbox)
    expect(await app.outbox.status.current()).toMatchObject({ needsYou: 1 })
    await app.cache.refresh()
    expect(await drain(app.outbox)).toBe('empty')
    expect(server.world.row(entry.id)?.fields).toMatchObject({ po_number: 'PO-2' })
    expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, needsYou: 0 })
  })

  it('receives a deletion again, and nothing that was made and deleted since the backup', async () => {
    const driver = await aDriver()
    const { app, server } = driver
    const old = aHistory({}, [aPdf()])
    await app.outbox.enqueue(old)
    await drain(app.outbox)
    const goBack = server.world.backUp()
    await edit(driver, old, 'PO-2')
    const short = aHistory()
    await app.outbox.enqueue(short)
    await drain(app.outbox)
    for (const entry of [old, short]) {
      const localRow = await app.cache.history(entry.id).current()
      const basis = localRow?.basis ?? { rev: null, opId: null }
      await app.outbox.enqueue({ kind: 'history.delete', id: entry.id, basis, vehicleId: 5 })
    }
    await drain(app.outbox)
    goBack()
    server.set({ epoch: '2' })
    const seen = server.ledger.requests.length
    await app.cache.refresh()
    expect(await drain(app.outbox)).toBe('empty')
    expect(pathsSince(driver, seen)).toEqual(['DELETE manual_maintenance_histories'])
    expect(server.world.row(old.id)?.deleted).toBe(true)
    expect(server.world.row(short.id)).toBeUndefined()
  })

  it('receives the entry, and the user sees which file is missing if its copy is gone from the device', async () => {
    const driver = await aDriver()
    const { app, server, setBack } = driver
    const file = aPdf('brake invoice.pdf')
    const entry = aHistory({}, [file])
    await app.outbox.enqueue(entry)
    await drain(app.outbox)
    await app.cache.drop()
    setBack()
    await app.cache.refresh()
    expect(await drain(app.outbox)).toBe('empty')
    expect(server.world.row(entry.id)).toBeDefined()
    expect(await app.outbox.entries.current()).toMatchObject([
      {
        kind: 'file.put',
        trouble: { code: 'file_lost' },
        files: [{ name: 'brake invoice.pdf', state: 'damaged' }],
      },
    ])
    expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, needsYou: 1 })
  })

  it('receives nothing that a device sent long ago while its clock was ahead', async () => {
    const DAY_MS = 86_400_000
    let ahead = 200 * DAY_MS
    let serverAhead = 0
    const driver = await aDriver({ ...deviceClock, now: () => Date.now() + ahead }, () => serverAhead)
    for (const po_number of ['PO-1', 'PO-2']) await driver.app.outbox.enqueue(aHistory({ po_number }))
    await drain(driver.app.outbox)
    const order = async () => (await driver.app.outbox.receipts.current()).map(({ opId }) => opId)
    const before = await order()
    ahead = 0
    await driver.app.cache.refresh()
    expect(await order()).toEqual(before)
    ahead = 31 * DAY_MS
    serverAhead = ahead
    await driver.app.stop()
    const later = await driver.open()
    await expect.poll(() => later.outbox.receipts.current()).toEqual([])
    driver.setBack()
    await later.cache.refresh()
    expect(await drain(later.outbox)).toBe('empty')
    expect(driver.server.world.entityIds()).toEqual([])
  })

  it('keeps receipts for a restored backup although the clock of the device is behind for a while', async () => {
    let behind = 0
    const driver = await aDriver({ ...deviceClock, now: () => Date.now() - behind })
    await driver.app.outbox.enqueue(aHistory({ po_number: 'PO-1' }))
    await drain(driver.app.outbox)
    const before = await driver.app.outbox.receipts.current()
    behind = 60 * 86_400_000
    await driver.app.cache.refresh()
    behind = 0
    expect(await driver.app.outbox.receipts.current()).toEqual(before)
  })

  it('receives again what it lost, although the clock of the device was ahead at a start in between', async () => {
    let ahead = 0
    const driver = await aDriver({ ...deviceClock, now: () => Date.now() + ahead })
    const entry = aHistory()
    await driver.app.outbox.enqueue(entry)
    await drain(driver.app.outbox)
    await driver.app.stop()
    ahead = 31 * 86_400_000
    const later = await driver.open()
    await later.stop()
    ahead = 0
    driver.setBack()
    const now = await driver.open()
    expect(await drain(now.outbox)).toBe('empty')
    expect(driver.server.world.row(entry.id)).toBeDefined()
  })

  it('is queried again after a failed check, although no later response tells that it was restored', async () => {
    const { app, server, setBack } = await aDriver()
    const entry = aHistory()
    await app.outbox.enqueue(entry)
    await drain(app.outbox)
    setBack('1')
    server.set({ resync: true, receiptsFail: true })
    await app.cache.refresh()
    expect(server.ledger.receiptsAsked).toBeGreaterThan(0)
    server.set({ receiptsFail: false })
    await app.cache.refresh()
    expect(await drain(app.outbox)).toBe('empty')
    expect(server.world.row(entry.id)).toBeDefined()
  })

  it('receives the entries from a device without space for their files, and the files once there is space', async () => {
    const disk = aDisk()
    const driver = await aDriver()
    const { app, server, setBack } = driver
    const files = [aPdf('a.pdf'), aPdf('b.pdf')]
    const entries = [aHistory({}, files), aHistory({ vehicle_id: 6 })]
    for (const entry of entries) await app.outbox.enqueue(entry)
    await drain(app.outbox)
    setBack()
    disk.fileBytesMax = 1_000
    expect(await app.cache.refresh()).toBe('fresh')
    expect(await drain(app.outbox)).toBe('empty')
    for (const { id } of entries) expect(server.world.row(id)).toBeDefined()
    expect(await app.outbox.entries.current()).toMatchObject([
      { kind: 'file.put', files: files.map(() => ({ trouble: { code: 'file_needs_space' } })) },
    ])
    // A new entry that needs space does not delete the only copies.
    disk.isFull = true
    await expect(app.outbox.enqueue(aHistory())).rejects.toThrow(QuotaExceeded)
    Object.assign(disk, { isFull: false, fileBytesMax: Number.POSITIVE_INFINITY })
    await app.cache.refresh()
    expect(await drain(app.outbox)).toBe('empty')
    for (const { id } of files) expect(server.world.file(id)?.state).toBe('stored')
    expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, needsYou: 0 })
  })

  it('is reported as failed to a device that cannot store anything, and receives all of it later', async () => {
    const disk = aDisk()
    const { app, server, setBack } = await aDriver()
    const entry = aHistory({}, [aPdf()])
    await app.outbox.enqueue(entry)
    await drain(app.outbox)
    setBack()
    disk.isFull = true
    expect(await app.cache.refresh()).toBe('failed')
    expect(server.world.entityIds()).toEqual([])
    expect((await app.cache.history(entry.id).current())?.row).toBeDefined()
    disk.isFull = false
    await app.cache.refresh()
    expect(await drain(app.outbox)).toBe('empty')
    expect(server.world.file(entry.files[0]?.id ?? '')?.state).toBe('stored')
  })

  it('costs one request a day when nothing is missing', async () => {
    const { app, server } = await aDriver()
    await app.outbox.enqueue(aHistory({}, [aPdf()]))
    await drain(app.outbox)
    const seen = server.ledger.requests.length
    server.set({ epoch: '2' })
    for (let i = 0; i < 3; i++) await app.cache.refresh()
    expect(server.ledger.receiptsAsked).toBe(1)
    expect(server.ledger.requests.length).toBe(seen)
  })

  it.each(['refused', 'unreadable'] as const)(
    'does not delay other entries of the vehicle if the lost one is %s and its edit was tried',
    async (problem) => {
      const server = await createFaultServer()
      const phone = aPhone()
      const first = await openPage(phone, { baseUrl: server.origin })
      closers.push(() => server.close())
      first.outbox.start()
      const goBack = server.world.backUp()
      const lost = aHistory({ po_number: 'PO-1' }, [])
      const { opId } = await first.outbox.enqueue(lost)
      expect(await drain(first.outbox)).toBe('empty')
      first.close()
      goBack()
      server.set({ decide: ({ key }) => (key === opId ? 'validation' : undefined) })
      const { outbox, store, close } = await openPage(phone, { baseUrl: server.origin })
      closers.push(close)
      const { opId: editId } = await outbox.enqueue({
        kind: 'history.update',
        id: lost.id,
        basis: { rev: 1, opId },
        files: [],
        removedFileIds: [],
        payload: { ...lost.payload, po_number: 'PO-2' },
      })
      const attempt = { state: 'retry', attempts: 1, firstAttemptAt: 1 } as const
      await store.db.ops.update(editId, attempt)
      const other = aHistory()
      await outbox.enqueue(other)
      if (problem === 'unreadable') await store.db.receipts.update(opId, { op: null })
      await resendLost(store, [opId], NO_COPIES)
      outbox.start()
      await expect.poll(() => server.world.row(other.id)).toBeDefined()
      expect(await store.db.ops.get(opId)).toMatchObject({
        state: problem === 'refused' ? 'rejected' : 'damaged',
      })
      expect(await store.db.ops.get(editId)).toMatchObject({
        state: 'held',
        heldFor: 'dependency',
        firstAttemptAt: 1,
        dependsOn: [opId],
      })
    },
  )

  it('receives a tried file behind its entry as one that was never tried', async () => {
    const server = await createFaultServer()
    const { outbox, store, close } = await openPage(aPhone(), { baseUrl: server.origin })
    closers.push(() => server.close(), close)
    const { opId } = await outbox.enqueue(aHistory({}, [aPdf()]))
    const entry = await store.db.ops.get(opId)
    const file = await store.db.ops.where({ parentId: opId }).first()
    const tried = { state: 'retry', firstAttemptAt: 1, payloadHash: 'hash' } as const
    await store.db.ops.update(file?.id ?? '', { ...tried, dependsOn: [] })
    await store.db.ops.delete(opId)
    await store.db.receipts.put({
      id: opId,
      kind: 'history.create',
      entityId: entry?.entityId ?? '',
      status: 201,
      rev: 1,
      ackedAt: 1,
      op: entry,
    })
    await resendLost(store, [opId], NO_COPIES)
    expect(await store.db.ops.get(file?.id ?? '')).toMatchObject({
      state: 'pending',
      firstAttemptAt: null,
      payloadHash: null,
      dependsOn: [opId],
    })
  })
})
