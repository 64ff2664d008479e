import { describe, expect, it, onTestFinished } from 'vitest'
import type { Command, NewFile } from '#src/offline/model/command.ts'
import { hashOf } from '#src/offline/model/hash.ts'
import { newId } from '#src/offline/model/ids.ts'
import { type OpRow, withQueuePosition } from '#src/offline/model/op-row.ts'
import type { OpState } from '#src/offline/model/states.ts'
import { recount } from '#src/offline/storage/commit.ts'
import type { Store } from '#src/offline/storage/store.ts'
import type { Transport } from '#src/offline/transport/transport.ts'
import { aHistory, aPdf, aPhone, drain, historyFields, openApp, openPage } from './device.ts'
import { type AttemptFault, inProcessServer } from './in-process-server.ts'

type Create = Extract<Command, { kind: 'history.create' }>

/** The entry that a second tab makes of the same draft: same ids, other content. */
const otherContent = (first: Create): Create => ({
  ...first,
  payload: historyFields({ po_number: 'SECOND' }),
})

async function aPageWith(faults: AttemptFault[] = []) {
  const left = [...faults]
  const server = inProcessServer(() => left.shift() ?? 'ok')
  const opened = await openPage(aPhone(), { transport: server.transport, fetch: server.fetch })
  onTestFinished(() => opened.close())
  return { ...opened, ...server }
}

/** Puts the only waiting entry into a state that sending can lead to. */
async function setState({ db }: Store, state: OpState) {
  const [op] = await db.ops.filter((row) => row.kind === 'history.create').toArray()
  if (!op) throw new Error('Nothing waits')
  const isTried = !(['pending', 'held'] as OpState[]).includes(state)
  const change: Partial<OpRow> = {
    state,
    heldFor: state === 'held' ? 'dependency' : null,
    firstAttemptAt: isTried ? Date.now() : null,
    nextAt: state === 'retry' || state === 'stuck' ? Date.now() + 3_600_000 : 0,
  }
  await db.ops.put(withQueuePosition({ ...op, ...change }))
  await db.transaction('rw', [db.ops, db.meta], async () => recount(db))
  return op.id
}

const bytesOf = (world: ReturnType<typeof inProcessServer>['world'], entityId: string) =>
  world.row(entityId)?.files.map(({ bytes }) => bytes && Buffer.from(bytes).toString('base64'))
const encoded = (files: NewFile[]) => files.map(({ bytes }) => Buffer.from(bytes).toString('base64'))

describe('a create whose id belongs to other content on this device (row 36)', () => {
  const states: OpState[] = [
    'pending',
    'sending',
    'retry',
    'auth',
    'rejected',
    'conflict',
    'stuck',
    'held',
    'damaged',
  ]
  it.each(states)('becomes an entry of its own beside one that is %s', async (state) => {
    const { outbox, store, world } = await aPageWith()
    const first = aHistory({ po_number: 'FIRST' }, [aPdf()])
    await outbox.enqueue(first)
    const firstOp = await setState(store, state)
    const before = await store.db.ops.get(firstOp)
    const second = await outbox.enqueue(otherContent(first))
    expect(second.opId).not.toBe(firstOp)
    expect(second.entityId).not.toBe(first.id)
    expect(await store.db.ops.get(firstOp)).toEqual(before)
    const again = await outbox.enqueue(otherContent(first))
    expect(again).toEqual(second)
    // Whatever happens to the first one, the second arrives with its own file: not behind it in its lane.
    for (const op of await store.db.ops.where('entityId').equals(first.id).toArray())
      await store.db.ops.put(withQueuePosition({ ...op, vehicleId: 99 }))
    outbox.start()
    await expect.poll(async () => world.row(second.entityId)?.fields.po_number).toBe('SECOND')
    await expect.poll(() => bytesOf(world, second.entityId)).toEqual(encoded(first.files))
    expect(world.row(first.id)?.fields.po_number ?? 'FIRST').toBe('FIRST')
  })

  it.each(['pending', 'sending', 'retry', 'rejected', 'conflict', 'stuck', 'held'] as OpState[])(
    'is the entry that is there when it says the same, %s',
    async (state) => {
      const { outbox, store } = await aPageWith()
      const first = aHistory({}, [aPdf()])
      const saved = await outbox.enqueue(first)
      await setState(store, state)
      const rows = await store.db.ops.toArray()
      expect(await outbox.enqueue(first)).toEqual(saved)
      expect(await store.db.ops.toArray()).toEqual(rows)
    },
  )

  it('becomes a separate entry next to one that has arrived, and so does a third', async () => {
    const { outbox, store, world } = await aPageWith()
    const first = aHistory({ po_number: 'FIRST' }, [aPdf()])
    const saved = await outbox.enqueue(first)
    outbox.start()
    await drain(outbox)
    expect(await outbox.enqueue(first)).toEqual(saved)
    expect(await store.db.ops.count()).toBe(0)
    const second = await outbox.enqueue(otherContent(first))
    const third = await outbox.enqueue({
      ...first,
      payload: historyFields({ po_number: 'THIRD' }),
      files: [],
    })
    await drain(outbox)
    const numbers = [first.id, second.entityId, third.entityId].map((id) => world.row(id)?.fields.po_number)
    expect(numbers).toEqual(['FIRST', 'SECOND', 'THIRD'])
    expect(bytesOf(world, second.entityId)).toEqual(encoded(first.files))
    expect(world.effects()).toBe(3)
    // Also once both have arrived.
    expect(await outbox.enqueue(otherContent(first))).toEqual(second)
    expect(await store.db.ops.count()).toBe(0)
  })

  it('is recognized after an edit was merged into it before it was sent', async () => {
    const { outbox, store } = await aPageWith()
    const first = aHistory()
    const saved = await outbox.enqueue(first)
    const edit = { basis: { rev: null, opId: saved.opId }, removedFileIds: [], files: [] }
    const payload = historyFields({ odometer: 48_999 })
    await outbox.enqueue({ ...edit, kind: 'history.update', id: first.id, payload })
    expect(await outbox.enqueue(first)).toEqual(saved)
    expect(await store.db.ops.count()).toBe(1)
  })

  it('becomes a separate entry when the existing one was deleted, or is about to be', async () => {
    const { outbox, world } = await aPageWith()
    const first = aHistory({ po_number: 'FIRST' })
    const saved = await outbox.enqueue(first)
    outbox.start()
    await drain(outbox)
    await outbox.stop()
    const basis = { rev: null, opId: saved.opId }
    await outbox.enqueue({ kind: 'history.delete', id: first.id, basis, vehicleId: 5 })
    const beside = await outbox.enqueue(otherContent(first))
    outbox.start()
    await drain(outbox)
    expect(world.row(first.id)?.deleted).toBe(true)
    expect(world.row(beside.entityId)?.fields.po_number).toBe('SECOND')
    const after = await outbox.enqueue({ ...first, payload: historyFields({ po_number: 'THIRD' }) })
    await drain(outbox)
    expect(world.row(after.entityId)?.fields.po_number).toBe('THIRD')
  })

  it('becomes a separate entry when only a copy of the server’s row is on this device', async () => {
    const server = inProcessServer(() => 'ok')
    const first = aHistory({ po_number: 'FIRST' })
    const elsewhere = await openApp(aPhone(), server)
    elsewhere.start()
    await elsewhere.outbox.enqueue(first)
    await drain(elsewhere.outbox)
    await elsewhere.stop()
    elsewhere.close()
    const app = await openApp(aPhone(), server)
    onTestFinished(() => app.close())
    await app.cache.refresh()
    const second = await app.outbox.enqueue(otherContent(first))
    expect(second.entityId).not.toBe(first.id)
    const shown = await app.cache.histories.current()
    expect(shown.map(({ row }) => row.po_number).toSorted()).toEqual(['FIRST', 'SECOND'])
  })

  it('does not change the file of another form that was restored with the same photo', async () => {
    const { outbox, store, world } = await aPageWith()
    const photo = aPdf()
    const first = aHistory({ po_number: 'FIRST' }, [photo])
    const second = aHistory({ po_number: 'SECOND' }, [photo])
    await outbox.enqueue(first)
    await outbox.enqueue(second)
    expect(await store.db.files.count()).toBe(2)
    outbox.start()
    await drain(outbox)
    for (const { id } of [first, second]) expect(bytesOf(world, id)).toEqual(encoded([photo]))
  })

  it('does not replace another reading', async () => {
    const { outbox, acts } = await aPageWith()
    const reading = { vehicle_id: 5, value: 48_000, read_on: '2025-06-30' }
    const id = newId()
    const first = await outbox.enqueue({ kind: 'reading.create', id, payload: reading })
    expect(await outbox.enqueue({ kind: 'reading.create', id, payload: reading })).toEqual(first)
    await outbox.enqueue({ kind: 'reading.create', id, payload: { ...reading, value: 48_100 } })
    outbox.start()
    await drain(outbox)
    const sent = [...acts.values()].map(({ fields }) => fields)
    expect(sent.map(({ value }) => value)).toEqual(['48000', '48100'])
    expect(new Set(sent.map((fields) => fields.id)).size).toBe(2)
    // The server has both: the same command again is still the original one.
    await outbox.enqueue({ kind: 'reading.create', id, payload: { ...reading, value: 48_200 } })
    await drain(outbox)
    expect([...acts.values()].map(({ fields }) => fields.value)).toEqual(['48000', '48100', '48200'])
  })
})

describe('a create whose id belongs to other content on the server (row 36)', () => {
  /** Another device, or another user, has the id. */
  function taken({ world }: Pick<ReturnType<typeof inProcessServer>, 'world'>, id: string) {
    const { vehicle_services, ...fields } = historyFields({ po_number: 'THEIRS' })
    const common = { key: newId(), method: 'POST' as const, noun: 'manual_history' as const, id: null }
    world.apply({
      ...common,
      ifMatch: null,
      fields: { ...fields, id, vehicle_services },
      fingerprint: 'theirs',
    })
  }

  it.each([
    ['at once', []],
    ['after the response was lost', ['lostAck', 'lostAck']],
  ] as [string, AttemptFault[]][])(
    'goes out once under fresh ids, with its files and the edit behind it, %s',
    async (_, faults) => {
      const page = await aPageWith(faults)
      const { outbox, store, world } = page
      const entry = aHistory({ po_number: 'MINE' }, [aPdf('a.pdf', 2_000, 1), aPdf('b.pdf', 3_000, 2)])
      taken(page, entry.id)
      const { opId } = await outbox.enqueue(entry)
      const row = await store.db.ops.get(opId)
      // As after an attempt without response: its content is frozen.
      const tried = { state: 'retry' as const, firstAttemptAt: 1, payloadHash: await hashOf(row?.payload) }
      if (row) await store.db.ops.put(withQueuePosition({ ...row, ...tried }))
      const payload = historyFields({ po_number: 'MINE 2' })
      const edit = {
        id: entry.id,
        basis: { rev: null, opId },
        files: [aPdf('c.pdf', 4_000, 3)],
        removedFileIds: [],
      }
      await outbox.enqueue({ kind: 'history.update', payload, ...edit })
      outbox.start()
      expect(await drain(outbox)).toBe('empty')
      expect(world.row(entry.id)?.fields.po_number).toBe('THEIRS')
      const others = world.entityIds().filter((id) => id !== entry.id)
      expect(others).toHaveLength(1)
      expect(world.row(others[0] ?? '')?.fields.po_number).toBe('MINE 2')
      expect(bytesOf(world, others[0] ?? '')).toEqual(encoded([...entry.files, ...edit.files]))
      expect(await store.db.files.count()).toBe(0)
      expect(await outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, needsYou: 0 })
    },
  )

  it('gets new ids again when another device has taken the ones assigned here', async () => {
    const page = await aPageWith()
    const { outbox, world } = page
    const first = aHistory({ po_number: 'FIRST' })
    await outbox.enqueue(first)
    const second = await outbox.enqueue(otherContent(first))
    taken(page, second.entityId)
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    const numbers = world.entityIds().map((id) => String(world.row(id)?.fields.po_number))
    expect(numbers.toSorted()).toEqual(['FIRST', 'SECOND', 'THEIRS'])
  })

  it('is edited by a form that was opened before it got new ids, and the entry with the old id is not changed', async () => {
    const page = await aPageWith()
    const { outbox, world } = page
    const entry = aHistory({ po_number: 'MINE' })
    taken(page, entry.id)
    const { opId } = await outbox.enqueue(entry)
    outbox.start()
    await drain(outbox)
    const edit = { id: entry.id, basis: { rev: null, opId }, files: [], removedFileIds: [] }
    await outbox.enqueue({ kind: 'history.update', payload: historyFields({ po_number: 'EDITED' }), ...edit })
    expect(await drain(outbox)).toBe('empty')
    const numbers = world.entityIds().map((id) => world.row(id)?.fields.po_number)
    expect(numbers.map(String).toSorted()).toEqual(['EDITED', 'THEIRS'])
  })

  it('needs user action when the server refuses the new ids too, and tries others on request', async () => {
    let isHostile = true
    const server = inProcessServer(() => 'ok')
    const transport: typeof server.transport = async (outgoing, signal) => {
      if (!isHostile) return server.transport(outgoing, signal)
      server.keys.push(outgoing.headers['Idempotency-Key'] ?? '')
      const headers: Record<string, string> = { 'content-type': 'application/json', 'x-wheelbook-api': '1' }
      const text = JSON.stringify({ code: 'id_reused' })
      return { status: 409, text, header: (name) => headers[name.toLowerCase()] ?? null }
    }
    const { outbox, ...opened } = await openPage(aPhone(), { transport, fetch: server.fetch })
    onTestFinished(() => opened.close())
    const entry = aHistory({}, [aPdf()])
    await outbox.enqueue(entry)
    outbox.start()
    await drain(outbox)
    expect(server.keys).toHaveLength(2)
    const [waiting] = await outbox.entries.current()
    expect(waiting).toMatchObject({ state: 'rejected', trouble: { code: 'id_reused' } })
    isHostile = false
    await outbox.retry(waiting?.opId)
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.effects()).toBe(1)
    expect(server.world.row(entry.id)).toBeUndefined()
  })
})

describe('a create that an older server stored without a field that it did not know (OFF-062)', () => {
  /** The first attempt is stored without a field, and its response is lost. */
  async function aStrippedPage(field: string) {
    const server = inProcessServer(() => 'ok')
    let isOlder = true
    const transport: typeof server.transport = async (outgoing, signal) => {
      if (!isOlder || !(outgoing.body instanceof FormData)) return server.transport(outgoing, signal)
      isOlder = false
      const { body } = outgoing
      const known = [...body].filter(([name]) => !name.includes(field))
      const stripped = new FormData()
      for (const [name, value] of known) stripped.append(name, value)
      await server.transport({ ...outgoing, body: stripped }, signal)
      return 'network'
    }
    const opened = await openPage(aPhone(), { transport, fetch: server.fetch })
    onTestFinished(() => opened.close())
    return { ...opened, ...server }
  }

  async function aStrippedCreate() {
    const page = await aStrippedPage('po_number')
    const entry = aHistory({ po_number: 'PO 7' }, [aPdf()])
    const { opId } = await page.outbox.enqueue(entry)
    page.outbox.start()
    await drain(page.outbox)
    return { ...page, entry, opId }
  }

  async function aStrippedItem() {
    const page = await aStrippedPage('document_number')
    const [file, itemId] = [aPdf(), newId()]
    const payload = {
      vehicle_id: 5,
      document_type: 'driver_license',
      document_number: 'D123',
      expiration_date: '2031-01-01',
    } as const
    await page.outbox.enqueue({ kind: 'glovebox.create', id: itemId, payload, files: [file] })
    page.outbox.start()
    await drain(page.outbox)
    return { ...page, file, itemId }
  }

  it('never becomes a second entry: the user compares it with the server’s, and both files and field arrive', async () => {
    const { outbox, world, entry } = await aStrippedCreate()
    const [waiting] = await outbox.entries.current()
    expect(waiting).toMatchObject({ state: 'conflict', entityId: entry.id })
    expect(waiting?.conflict?.map(({ name }) => name)).toEqual(['po'])
    expect(world.entityIds()).toEqual([entry.id])
    await outbox.resolveConflict(waiting?.opId ?? '', 'mine')
    expect(await drain(outbox)).toBe('empty')
    expect(world.entityIds()).toEqual([entry.id])
    expect(world.row(entry.id)?.fields.po_number).toBe('PO 7')
    expect(bytesOf(world, entry.id)).toEqual(encoded(entry.files))
  })

  it('keeps the files that the server awaits, whichever version the user chooses (OFF-068)', async () => {
    for (const choice of ['theirs', { po: 'theirs' }] as const) {
      const { outbox, world, entry } = await aStrippedCreate()
      const [waiting] = await outbox.entries.current()
      await outbox.resolveConflict(waiting?.opId ?? '', choice)
      expect(await drain(outbox)).toBe('empty')
      expect(world.row(entry.id)?.fields.po_number).toBeUndefined()
      expect(bytesOf(world, entry.id)).toEqual(encoded(entry.files))
      expect(await outbox.status.current()).toMatchObject({ filesWaiting: 0, needsYou: 0 })
    }
  })

  it('keeps the file of a document that the server awaits, although the user leaves it to the server', async () => {
    const { outbox, world, file, itemId } = await aStrippedItem()
    const [waiting] = await outbox.entries.current()
    await outbox.resolveConflict(waiting?.opId ?? '', { number: 'theirs', file: 'theirs' })
    expect(await drain(outbox)).toBe('empty')
    expect(bytesOf(world, itemId)).toEqual(encoded([file]))
  })

  it('is deleted on the server too', async () => {
    const { outbox, world, entry, opId } = await aStrippedCreate()
    await outbox.enqueue({ kind: 'history.delete', id: entry.id, basis: { rev: null, opId }, vehicleId: 5 })
    expect(await drain(outbox)).toBe('empty')
    expect(world.row(entry.id)?.deleted).toBe(true)
  })

  it('is never sent under another id if it cannot be edited, also when the user retries', async () => {
    const ids: unknown[] = []
    const codes = ['key_reused']
    const transport: Transport = async ({ body }) => {
      ids.push(body instanceof FormData ? body.get('id') : null)
      const headers: Record<string, string> = { 'content-type': 'application/json', 'x-wheelbook-api': '1' }
      const text = JSON.stringify({ code: codes.shift() ?? 'id_reused' })
      return { status: 409, text, header: (name) => headers[name.toLowerCase()] ?? null }
    }
    const { outbox, ...opened } = await openPage(aPhone(), { transport, fetch })
    onTestFinished(() => opened.close())
    const id = newId()
    const payload = { vehicle_id: 5, value: 48_000, read_on: '2025-06-30' }
    await outbox.enqueue({ kind: 'reading.create', id, payload })
    outbox.start()
    await drain(outbox)
    const [waiting] = await outbox.entries.current()
    expect(waiting).toMatchObject({ state: 'rejected', trouble: { code: 'id_reused' } })
    await outbox.retry(waiting?.opId)
    await drain(outbox)
    expect(ids).toEqual([id, id, id])
  })
})
