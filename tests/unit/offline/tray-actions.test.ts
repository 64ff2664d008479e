import { afterEach, describe, expect, it } from 'vitest'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import type { GloveboxFields } from '#src/offline/model/command.ts'
import { sha256 } from '#src/offline/model/hash.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { Offline } from '#src/offline/offline.ts'
import { aHistory, aPdf, aPhone, drain, historyFields, openApp, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

async function aWorld(fault: Parameters<typeof inProcessServer>[0] = () => 'ok') {
  const server = inProcessServer(fault)
  const phone = aPhone()
  const app = await openApp(phone, { transport: server.transport, fetch: server.fetch })
  opened.push(app)
  return { server, app, phone }
}

/** An entry that both the server and this device have. */
async function anArrived(app: Offline, change = {}, files = [aPdf()]) {
  const entry = aHistory(change, files)
  await app.outbox.enqueue(entry)
  app.outbox.start()
  await drain(app.outbox)
  await app.cache.refresh()
  return entry
}

async function edit(app: Offline, id: string, change: object, files = [] as ReturnType<typeof aPdf>[]) {
  const localRow = await app.cache.history(id).current()
  if (!localRow) throw new Error('The entry is not here')
  return app.outbox.enqueue({
    kind: 'history.update',
    id,
    basis: localRow.basis,
    files,
    removedFileIds: [],
    payload: historyFields(change),
  })
}

async function onlyLine(app: Offline): Promise<WaitingEntry> {
  const lines = await app.outbox.entries.current()
  expect(lines).toHaveLength(1)
  return lines[0] as WaitingEntry
}

describe('conflict with another user’s edit (docs/offline.md row 23)', () => {
  it('merges edits of different fields without a question', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app, { po_number: 'one' })
    server.editedByOther(entry.id, { customer_comments: 'Brake noise', odometer: '48300' })
    await edit(app, entry.id, { po_number: 'two' })
    await drain(app.outbox)
    expect(await app.outbox.pendingCount()).toBe(0)
    expect(server.world.row(entry.id)?.fields).toMatchObject({
      po_number: 'two',
      customer_comments: 'Brake noise',
      odometer: '48300',
    })
  })

  it('keeps the merged values while the form of the next edit was open', async () => {
    let fault: 'ok' | 'reset' = 'ok'
    const { server, app } = await aWorld(() => fault)
    const entry = await anArrived(app, { po_number: 'one' })
    server.editedByOther(entry.id, { customer_comments: 'Brake noise' })
    fault = 'reset'
    const { opId } = await edit(app, entry.id, { po_number: 'two' })
    const seen = await app.cache.history(entry.id).current()
    fault = 'ok'
    const stop = app.outbox.entries.subscribe((lines) => {
      // Merged, and not sent yet.
      if (lines.some((line) => line.opId !== opId)) fault = 'reset'
    })
    await app.outbox.retry()
    await expect.poll(async () => (await onlyLine(app)).opId).not.toBe(opId)
    stop()
    if (!seen) throw new Error('The entry is not here')
    await app.outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: seen.basis,
      files: [],
      removedFileIds: [],
      payload: historyFields({ po_number: 'three' }),
    })
    fault = 'ok'
    await app.outbox.retry()
    await expect.poll(() => app.outbox.pendingCount()).toBe(0)
    expect(server.world.row(entry.id)?.fields).toMatchObject({
      po_number: 'three',
      customer_comments: 'Brake noise',
    })
  })

  it('asks if both changed the same field, and shows base, mine and theirs of the differences', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app, { po_number: 'one' })
    server.editedByOther(entry.id, { po_number: 'theirs', customer_comments: 'Brake noise' })
    await edit(app, entry.id, { po_number: 'mine' })
    await drain(app.outbox)
    const line = await onlyLine(app)
    expect(line).toMatchObject({ state: 'conflict', canMove: false })
    expect(line.conflict).toEqual([
      {
        name: 'po',
        base: { po_number: 'one' },
        changedBy: null,
        mine: { po_number: 'mine' },
        theirs: { po_number: 'theirs' },
      },
      {
        name: 'comments',
        base: {},
        changedBy: 'theirs',
        mine: {},
        theirs: { customer_comments: 'Brake noise' },
      },
    ])
  })

  it('sends the chosen fields under a new key, based on the revision that they were compared with', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app, { po_number: 'one', odometer: 100 })
    server.editedByOther(entry.id, { po_number: 'theirs', odometer: '300' })
    await edit(app, entry.id, { po_number: 'mine', odometer: 200 })
    await drain(app.outbox)
    const line = await onlyLine(app)
    await app.outbox.resolveConflict(line.opId, { po: 'theirs', odometer: 'mine' })
    const anew = await onlyLine(app)
    expect(anew.opId).not.toBe(line.opId)
    await drain(app.outbox)
    expect(server.world.row(entry.id)?.fields).toMatchObject({ po_number: 'theirs', odometer: '200' })
    expect(server.keys).toContain(anew.opId)
  })

  it('keeps the merged values in the edits queued behind it', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app, { po_number: 'one' })
    server.editedByOther(entry.id, { customer_comments: 'Brake noise' })
    await app.outbox.stop()
    const first = await edit(app, entry.id, { po_number: 'two' })
    const localRow = await app.cache.history(entry.id).current()
    // The first is in flight when the second is saved: the second waits behind it.
    app.outbox.start()
    const flushed = app.outbox.flushNow()
    await app.outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      files: [],
      removedFileIds: [],
      basis: localRow?.basis ?? { rev: 1, opId: first.opId },
      payload: historyFields({ po_number: 'two', odometer: 50_000 }),
    })
    await flushed
    await drain(app.outbox)
    expect(server.world.row(entry.id)?.fields).toMatchObject({
      po_number: 'two',
      odometer: '50000',
      customer_comments: 'Brake noise',
    })
  })

  it('never merges automatically if one of the two moved the entry to another vehicle', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app)
    server.editedByOther(entry.id, { vehicle_id: '9' })
    await edit(app, entry.id, { odometer: 50_000 })
    await drain(app.outbox)
    expect((await onlyLine(app)).conflict?.map(({ name }) => name)).toEqual(['vehicle', 'odometer'])
  })

  it('asks if the base of the edit is not known', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app)
    server.editedByOther(entry.id, { customer_comments: 'Brake noise' })
    await app.outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: { rev: 1, opId: null },
      payload: historyFields({ po_number: 'x' }),
      files: [],
      removedFileIds: [],
    })
    await drain(app.outbox)
    expect((await onlyLine(app)).conflict?.every(({ changedBy }) => changedBy === null)).toBe(true)
  })

  it('lets the user keep or cancel a deletion if someone has edited the entry in the meantime', async () => {
    for (const resolution of ['mine', 'theirs'] as const) {
      const { server, app } = await aWorld()
      const entry = await anArrived(app)
      server.editedByOther(entry.id, { odometer: '51000' })
      const localRow = await app.cache.history(entry.id).current()
      await app.outbox.enqueue({
        kind: 'history.delete',
        id: entry.id,
        vehicleId: 5,
        basis: localRow?.basis ?? { rev: 1, opId: null },
      })
      await drain(app.outbox)
      const line = await onlyLine(app)
      expect(line).toMatchObject({ state: 'conflict', conflict: null })
      await app.outbox.resolveConflict(line.opId, resolution)
      await drain(app.outbox)
      expect(server.world.row(entry.id)?.deleted).toBe(resolution === 'mine')
      expect(await app.outbox.pendingCount()).toBe(0)
    }
  })

  it('asks which file of a document to keep if two users replaced it, and sends no byte of the other', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const { server, app } = await aWorld()
      const [old, mine] = [aPdf('old.pdf'), aPdf('mine.pdf', 3_000, 2)]
      const id = newId()
      const payload: GloveboxFields = { vehicle_id: 5, document_type: 'registration', document_number: 'A1' }
      await app.outbox.enqueue({ kind: 'glovebox.create', id, payload, files: [old] })
      app.outbox.start()
      await drain(app.outbox)
      await app.cache.refresh()
      const localRow = await app.cache.gloveboxItem(id).current()
      const theirs = { id: newId(), file_name: 't.pdf', content_type: 'application/pdf', byte_size: 3 }
      const lines = [
        { ...theirs, sha256: 'x' },
        { id: old.id, _destroy: true },
      ]
      server.editedByOther(id, { glovebox_documents_attributes: lines }, 'glovebox_item')
      await app.outbox.enqueue({
        kind: 'glovebox.update',
        id,
        payload,
        files: [mine],
        removedFileIds: [old.id],
        basis: localRow?.basis ?? { rev: 1, opId: null },
      })
      await drain(app.outbox)
      const line = await onlyLine(app)
      expect(line.conflict?.map(({ name }) => name)).toEqual(['file'])
      await app.outbox.resolveConflict(line.opId, { file: choice })
      await drain(app.outbox)
      expect(await app.outbox.pendingCount()).toBe(0)
      expect(server.world.row(id)?.files.map((file) => file.id)).toEqual([
        choice === 'mine' ? mine.id : theirs.id,
      ])
    }
  })
})

describe('moving to another vehicle (docs/offline.md row 24)', () => {
  it('sends a create whose vehicle is gone to another vehicle, once, under a new key, with its files', async () => {
    const { server, app } = await aWorld()
    server.goneVehicles.add(5)
    const file = aPdf('invoice.pdf', 5_000, 3)
    const entry = aHistory({}, [file])
    const { opId } = await app.outbox.enqueue(entry)
    app.outbox.start()
    await drain(app.outbox)
    expect(await onlyLine(app)).toMatchObject({ state: 'rejected', canMove: true, trouble: { status: 404 } })
    expect(await app.outbox.move(opId, 6)).toBe(true)
    await drain(app.outbox)
    const row = server.world.row(entry.id)
    expect(row?.fields.vehicle_id).toBe('6')
    expect(Buffer.from(file.bytes).equals(row?.files[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(server.world.effects()).toBe(1)
    expect(await app.outbox.pendingCount()).toBe(0)
  })

  it('makes a new entry of an edit whose vehicle is gone, and does not change the old one', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app, { po_number: 'one' })
    server.goneVehicles.add(5)
    const file = aPdf('more.pdf', 4_000, 5)
    const { opId } = await edit(app, entry.id, { po_number: 'two' }, [file])
    await drain(app.outbox)
    expect(await app.outbox.move(opId, 6)).toBe(true)
    await drain(app.outbox)
    const [made] = server.world.entityIds().filter((id) => id !== entry.id)
    expect(server.world.row(made ?? '')?.fields).toMatchObject({ po_number: 'two', vehicle_id: '6' })
    expect(server.world.row(made ?? '')?.files.map(({ id, state }) => [id, state])).toEqual([
      [file.id, 'stored'],
    ])
    expect(server.world.row(entry.id)?.fields).toMatchObject({ po_number: 'one' })
    expect(await app.outbox.pendingCount()).toBe(0)
  })

  it('makes a new entry on the same vehicle of an edit whose entry someone has deleted', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app)
    const row = server.world.row(entry.id)
    const write = { key: null, noun: 'manual_history', id: entry.id, fields: {}, fingerprint: '' } as const
    server.world.apply({ ...write, method: 'DELETE', ifMatch: `"${row?.rev}"` })
    const { opId } = await edit(app, entry.id, { po_number: 'two' })
    await drain(app.outbox)
    expect(await onlyLine(app)).toMatchObject({ state: 'rejected', trouble: { code: 'gone' } })
    expect(await app.outbox.move(opId, 5)).toBe(true)
    await drain(app.outbox)
    const [made] = server.world.entityIds().filter((id) => id !== entry.id)
    expect(server.world.row(made ?? '')?.fields).toMatchObject({ po_number: 'two', vehicle_id: '5' })
    expect(row?.deleted).toBe(true)
  })

  it('changes an entry in place that was never sent, and moves one that may be in flight by an edit', async () => {
    const { server, app } = await aWorld()
    const entry = aHistory({}, [aPdf()])
    const { opId } = await app.outbox.enqueue(entry)
    expect(await app.outbox.move(opId, 6)).toBe(true)
    expect(await onlyLine(app)).toMatchObject({ opId, vehicleId: 6 })
    expect((await app.cache.historyOf(6).current()).map(({ row }) => row.id)).toEqual([entry.id])
    expect(await app.cache.historyOf(5).current()).toEqual([])
    app.outbox.start()
    await drain(app.outbox)
    expect(server.world.row(entry.id)?.fields.vehicle_id).toBe('6')
    expect(server.keys.filter((key) => key === opId)).toHaveLength(1)
  })

  it('loses nothing when the page is killed in between: before the commit nothing has moved, after it everything has', async () => {
    const { phone, app } = await aWorld()
    const entry = aHistory({}, [aPdf(), aPdf('b.pdf', 900, 4)])
    const { opId } = await app.outbox.enqueue(entry)
    const moving = app.outbox.move(opId, 6)
    // The page is gone: whatever the outcome of its transaction, the next page finds one of the two.
    app.close()
    await moving.catch(() => {})
    const { outbox, store } = await openPage(phone)
    opened.push({ close: () => outbox.close() })
    const [line, ...others] = await outbox.entries.current()
    expect(others).toEqual([])
    expect([5, 6]).toContain(line?.vehicleId)
    expect(line?.payload).toMatchObject({ fields: { vehicle_id: line?.vehicleId } })
    expect(line?.files).toHaveLength(2)
    expect(await store.db.files.count()).toBe(2)
  })

  it('moves neither a deletion nor an arrived entry', async () => {
    const { app } = await aWorld()
    const entry = await anArrived(app)
    await app.outbox.stop()
    const localRow = await app.cache.history(entry.id).current()
    const { opId } = await app.outbox.enqueue({
      kind: 'history.delete',
      id: entry.id,
      vehicleId: 5,
      basis: localRow?.basis ?? { rev: 1, opId: null },
    })
    expect(await onlyLine(app)).toMatchObject({ canMove: false })
    expect(await app.outbox.move(opId, 6)).toBe(false)
    expect(await app.outbox.move(newId(), 6)).toBe(false)
  })
})

describe('discard and its undo', () => {
  it('restores an entry as it was, with its files, and it still arrives once', async () => {
    const { server, app } = await aWorld()
    const file = aPdf('invoice.pdf', 5_000, 3)
    const entry = aHistory({}, [file])
    const { opId } = await app.outbox.enqueue(entry)
    const [before] = await app.outbox.entries.current()
    const undo = await app.outbox.discard(opId)
    expect(await app.outbox.pendingCount()).toBe(0)
    expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, bytesWaiting: 0 })
    await undo?.()
    await undo?.()
    expect(await app.outbox.entries.current()).toEqual([before])
    expect(await app.outbox.status.current()).toMatchObject({ waiting: 1, filesWaiting: 1 })
    app.outbox.start()
    await drain(app.outbox)
    expect(server.world.effects()).toBe(1)
    expect(Buffer.from(file.bytes).equals(server.world.file(file.id)?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  it('offers no undo if another operation depended on it', async () => {
    const { server, app } = await aWorld()
    const entry = await anArrived(app)
    server.editedByOther(entry.id, { po_number: 'theirs' })
    const { opId } = await edit(app, entry.id, { po_number: 'mine' })
    await drain(app.outbox)
    await app.outbox.stop()
    const localRow = await app.cache.history(entry.id).current()
    await app.outbox.enqueue({
      kind: 'history.delete',
      id: entry.id,
      vehicleId: 5,
      basis: localRow?.basis ?? { rev: 1, opId: null },
    })
    const [line] = await app.outbox.entries.current()
    expect(line?.opId).not.toBe(opId)
    expect(await app.outbox.discard(line?.opId ?? '')).not.toBeNull()
  })
})

describe('exporting entries (docs/offline.md rows 13 and 32)', () => {
  it('exports an entry with every byte of its files, and reports which are damaged', async () => {
    const phone = aPhone()
    const { outbox, store } = await openPage(phone)
    opened.push({ close: () => outbox.close() })
    const [sound, broken] = [aPdf('sound.pdf', 3_000, 1), aPdf('broken.pdf', 3_000, 2)]
    const { opId } = await outbox.enqueue(aHistory({}, [sound, broken]))
    await outbox.enqueue(aHistory({}, [aPdf('other.pdf')]))
    const bytes = broken.bytes.slice(0)
    new Uint8Array(bytes)[100] = 0
    await store.db.files.update(broken.id, { bytes })
    const copy = await outbox.exportEntries([opId])
    expect(copy.rows).toHaveLength(3)
    expect(copy.files.map(({ name, isSound }) => [name, isSound])).toEqual([
      ['sound.pdf', true],
      ['broken.pdf', false],
    ])
    expect(await sha256(copy.files[0]?.bytes ?? new ArrayBuffer(0))).toBe(await sha256(sound.bytes))
    expect((await outbox.exportEntries('all')).files).toHaveLength(3)
  })

  it('exports an unreadable row as it is stored, with the files that it names', async () => {
    const phone = aPhone()
    const { outbox, store } = await openPage(phone)
    opened.push({ close: () => outbox.close() })
    const file = aPdf('kept.pdf', 2_000, 6)
    const { opId } = await outbox.enqueue(aHistory({}, [file]))
    const garbage = { seq: 'x', payload: { manifest: [{ id: file.id }], raw: new Uint8Array([1, 2]) } }
    await store.db.ops.update(opId, garbage as never)
    const copy = await outbox.exportEntries([opId])
    expect(JSON.parse(JSON.stringify(copy.rows))).toContainEqual(
      expect.objectContaining({
        id: opId,
        seq: 'x',
        payload: expect.objectContaining({ raw: { base64: 'AQI=' } }),
      }),
    )
    expect(copy.files.map(({ name }) => name)).toEqual(['kept.pdf'])
  })

  it('still exports when the connection is lost permanently, and reports that nothing new is stored', async () => {
    const phone = aPhone()
    const { outbox, store } = await openPage(phone)
    opened.push({ close: () => outbox.close() })
    await outbox.enqueue(aHistory({}, [aPdf()]))
    const lose = store.db.transaction.bind(store.db)
    store.db.transaction = (() => Promise.reject(new DOMException('gone', 'UnknownError'))) as never
    for (let i = 0; i < 4; i++) await outbox.enqueue(aHistory()).catch(() => {})
    expect(outbox.isStorageLost.value()).toBe(true)
    expect((await outbox.exportEntries('all')).files).toHaveLength(1)
    store.db.transaction = lose
    await outbox.enqueue(aHistory())
    expect(outbox.isStorageLost.value()).toBe(false)
  })
})
