import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { resume } from '#src/offline/sender/sweep.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import { createFaultServer, type FaultServerOptions } from '#tests/offline/fault-server.ts'
import { aHistory, aPdf, aPhone, drain, historyFields, openPage, type PageSetup } from './device.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function aServer(options: FaultServerOptions = {}) {
  const server = await createFaultServer({ signedInAs: '3:7', ...options })
  closers.push(() => server.close())
  return server
}

async function aStartedPage(origin: string, phone = aPhone(), setup: PageSetup = {}) {
  const opened = await openPage(phone, { baseUrl: origin, ...setup })
  closers.push(() => opened.close())
  opened.outbox.start()
  return opened
}

describe('delivery, exactly once', () => {
  it('sends an entry and then its files, complete (OFF-012, OFF-013, OFF-015, rows 1 and 28)', async () => {
    const server = await aServer()
    const { outbox, store } = await aStartedPage(server.origin)
    const files = [aPdf('a.pdf', 3_000, 1), aPdf('b.pdf', 4_000, 2), aPdf('c.pdf', 5_000, 3)]
    const entry = aHistory({ po_number: 'PO-77' }, files)
    await outbox.enqueue(entry)
    expect(await drain(outbox)).toBe('empty')
    expect(server.ledger.requests.map((seen) => seen.path)).toEqual([
      '/api/v4/manual_maintenance_histories',
      ...files.map((file) => `/api/v4/maintenance_documents/${file.id}`),
    ])
    expect(server.world.row(entry.id)?.fields).toMatchObject({
      id: entry.id,
      vehicle_id: '5',
      po_number: 'PO-77',
      with_manual_history: 'true',
      vehicle_services: [{ service_definition_id: '11', price: '129.95' }],
    })
    for (const file of files)
      expect(Buffer.from(file.bytes).equals(server.world.file(file.id)?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(await store.db.files.count()).toBe(0)
    expect(await store.db.receipts.count()).toBe(4)
  })

  it('executes an entry once although every response to it is lost at first (row 1, OFF-018)', async () => {
    const server = await aServer()
    server.once('lostAck', 'lostAck')
    const { outbox } = await aStartedPage(server.origin)
    const entry = aHistory()
    await outbox.enqueue(entry)
    await drain(outbox)
    expect(server.ledger.requests.length).toBe(3)
    // OFF-017: each repetition is the original request, with or without signal.
    const sent = server.ledger.requests.map(({ method, path, key, scope, bytes }) =>
      JSON.stringify({ method, path, key, scope, bytes }),
    )
    expect(new Set(sent).size).toBe(1)
    expect(server.world.effects()).toBe(1)
    expect(await outbox.pendingCount()).toBe(0)
  })

  it('loses nothing and duplicates nothing when a third of all responses fail (rows 1, 7, OFF-040)', async () => {
    const mix = { lostAck: 0.1, reset: 0.1, '503': 0.1, portal: 0.1, '429': 0.05 }
    const server = await aServer({ seed: 11, mix })
    const { outbox, store } = await aStartedPage(server.origin)
    const ids: string[] = []
    for (let i = 0; i < 60; i++) {
      const entry = aHistory({ vehicle_id: 1 + (i % 4) }, i % 6 === 0 ? [aPdf(`${i}.pdf`)] : [])
      ids.push(entry.id)
      await outbox.enqueue(entry)
    }
    expect(await drain(outbox, 'empty', 20_000)).toBe('empty')
    expect(server.world.entityIds().sort()).toEqual(ids.sort())
    expect(server.world.effects()).toBe(60)
    expect(await store.db.ops.count()).toBe(0)
  })

  it('continues with the same key after the page died with a request in flight (rows 4 and 5)', async () => {
    const server = await aServer()
    const phone = aPhone()
    server.once('hang')
    const first = await aStartedPage(server.origin, phone)
    await first.outbox.enqueue(aHistory())
    while (server.ledger.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    // The page is gone: its code no longer runs, and its row still has the state 'sending'.
    const [row] = await first.store.db.ops.toArray()
    expect(row?.state).toBe('sending')
    first.store.close()
    // Its lease has expired when the next page checks.
    const later = { now: () => Date.now() + 46_000, after: (ms: number, act: () => void) => timer(ms, act) }
    const second = await aStartedPage(server.origin, phone, { clock: later })
    expect(await drain(second.outbox)).toBe('empty')
    expect(server.ledger.requests.map((seen) => seen.key)).toEqual([row?.id, row?.id])
    expect(server.world.effects()).toBe(1)
  })

  it('sends nothing to a network that requires its own sign-in, and reports it (row 7)', async () => {
    const server = await aServer({ mix: { portal: 1 } })
    const { outbox } = await aStartedPage(server.origin)
    await outbox.enqueue(aHistory())
    await expect.poll(async () => (await outbox.status.current()).network).toBe('portal')
    server.set({ mix: {} })
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.effects()).toBe(1)
  })

  it('reports the state of the network when there is nothing to send (OFF-042)', async () => {
    const server = await aServer()
    const { outbox, page } = await aStartedPage(server.origin)
    const network = async () => (await outbox.status.current()).network
    await drain(outbox)
    page.wake('offline')
    expect(await network()).toBe('offline')
    page.wake('online')
    await expect.poll(network).toBe('online')
    server.set({ refuse: true })
    page.wake('offline')
    page.wake('visible')
    expect(await network()).toBe('offline')
    expect(server.ledger.requests).toEqual([])
  })

  it('pauses while the server is unreachable and sends when it is back, without any event (row 8, OFF-020)', async () => {
    const server = await aServer({ refuse: true })
    const opened = await openPage(aPhone(), { baseUrl: server.origin })
    closers.push(() => opened.close())
    const { outbox, page } = opened
    for (let i = 0; i < 5; i++) await outbox.enqueue(aHistory({ vehicle_id: i + 1 }))
    const flushes = vi.spyOn(outbox, 'flushNow')
    // Started only now, because an entry that is added later probes once more.
    outbox.start()
    expect(await drain(outbox, 'offline')).toBe('offline')
    // Five lanes that were in flight, and one probe each time that the queue was asked to send.
    expect(server.ledger.refused).toBeLessThanOrEqual(5 + flushes.mock.calls.length)
    server.set({ refuse: false })
    page.wake('visible')
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.effects()).toBe(5)
  })

  it('pauses at a 401 without counting it, and continues after the sign-in (row 17, OFF-041)', async () => {
    const server = await aServer({ signedInAs: 'nobody' })
    const { outbox, store } = await aStartedPage(server.origin)
    for (let i = 0; i < 5; i++) await outbox.enqueue(aHistory({ vehicle_id: i + 1 }))
    expect(await drain(outbox, 'auth')).toBe('auth')
    const refused = server.ledger.requests.length
    // One for each lane that was in flight by then.
    expect(refused).toBeLessThanOrEqual(5)
    expect((await outbox.status.current()).pausedFor).toBe('auth')
    expect((await store.db.ops.toArray()).every((op) => op.attempts === 0)).toBe(true)
    expect(await outbox.flushNow()).toBe('auth')
    expect(server.ledger.requests.length).toBe(refused)
    server.set({ signedInAs: '3:7' })
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.effects()).toBe(5)
  })

  it('sets a refused entry aside with the server’s message, and sends the others (row 22, OFF-039)', async () => {
    const bad = aHistory({ vehicle_id: 1 }, [aPdf()])
    const server = await aServer()
    const { outbox } = await aStartedPage(server.origin)
    const saved = await outbox.enqueue(bad)
    server.set({ decide: (attempt) => (attempt.key === saved.opId ? 'validation' : undefined) })
    for (let i = 0; i < 4; i++) await outbox.enqueue(aHistory({ vehicle_id: 1 + (i % 2) }))
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.effects()).toBe(4)
    const [entry] = await outbox.entries.current()
    expect(entry).toMatchObject({
      opId: saved.opId,
      state: 'rejected',
      trouble: { status: 422, code: 'validation' },
    })
    expect(entry?.files[0]?.state).toBe('held')
    expect(await outbox.status.current()).toMatchObject({ needsYou: 1, waiting: 0, filesWaiting: 1 })
  })

  it('sends a corrected entry under a new key, with its files, once (row 22, OFF-039)', async () => {
    const file = aPdf()
    const entry = aHistory({ po_number: 'wrong' }, [file])
    const server = await aServer()
    const { outbox } = await aStartedPage(server.origin)
    const { opId } = await outbox.enqueue(entry)
    server.set({ decide: (attempt) => (attempt.key === opId ? 'validation' : undefined) })
    await drain(outbox)
    await outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: { rev: null, opId },
      files: [],
      removedFileIds: [],
      payload: { ...entry.payload, po_number: 'right' },
    })
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.row(entry.id)?.fields.po_number).toBe('right')
    expect(server.world.effects()).toBe(1)
    expect(server.world.file(file.id)?.state).toBe('stored')
    expect(
      server.ledger.requests.filter((seen) => seen.method === 'POST').map((seen) => seen.key),
    ).not.toEqual([opId, opId])
    expect(await outbox.status.current()).toMatchObject({
      needsYou: 0,
      waiting: 0,
      filesWaiting: 0,
      bytesWaiting: 0,
    })
  })

  it('sends two operations, not a changed one, when an entry is edited between a lost response and the next attempt (row 27)', async () => {
    const server = await aServer({ refuse: false })
    const { outbox, store } = await aStartedPage(server.origin, aPhone(), { random: () => 0.99 })
    server.once('lostAck')
    const entry = aHistory({ po_number: 'first' })
    const { opId } = await outbox.enqueue(entry)
    await expect.poll(async () => (await store.db.ops.get(opId))?.state).toBe('retry')
    const frozen = await store.db.ops.get(opId)
    await outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: { rev: null, opId },
      files: [],
      removedFileIds: [],
      payload: { ...entry.payload, po_number: 'second' },
    })
    expect((await store.db.ops.get(opId))?.payload).toEqual(frozen?.payload)
    expect(await drain(outbox)).toBe('empty')
    expect(server.ledger.requests.map((seen) => seen.method)).toEqual(['POST', 'POST', 'PUT'])
    expect(server.world.row(entry.id)).toMatchObject({ rev: 2, fields: { po_number: 'second' } })
    expect(server.world.effects()).toBe(2)
  })

  it('does not change an entry that may have arrived, even after the queue was paused (rows 17 and 27)', async () => {
    const server = await aServer()
    const { outbox, store } = await aStartedPage(server.origin)
    server.once('lostAck', 'not_signed_in')
    const entry = aHistory({ po_number: 'first' })
    const { opId } = await outbox.enqueue(entry)
    expect(await drain(outbox, 'auth')).toBe('auth')
    await outbox.stop()
    await resume(store, 'wheelbook')
    await outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: { rev: null, opId },
      files: [],
      removedFileIds: [],
      payload: { ...entry.payload, po_number: 'second' },
    })
    expect(await store.db.ops.count()).toBe(2)
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.row(entry.id)?.fields.po_number).toBe('second')
  })

  it('sends an interrupted file again, and only that one (row 28)', async () => {
    const server = await aServer()
    const { outbox } = await aStartedPage(server.origin)
    const files = [aPdf('1.pdf', 9_000, 1), aPdf('2.pdf', 9_000, 2), aPdf('3.pdf', 9_000, 3)]
    server.once('ok', 'ok', 'reset')
    await outbox.enqueue(aHistory({}, files))
    expect(await drain(outbox)).toBe('empty')
    const sent = (id: string) => server.ledger.requests.filter((seen) => seen.path.endsWith(id)).length
    expect(files.map((file) => sent(file.id))).toEqual([1, 2, 1])
    expect(files.every((file) => server.world.file(file.id)?.state === 'stored')).toBe(true)
  })

  it('obeys Retry-After for the whole queue (row 29)', async () => {
    const server = await aServer({ retryAfterS: 1 })
    server.once('503')
    const { outbox } = await aStartedPage(server.origin)
    for (let i = 0; i < 5; i++) await outbox.enqueue(aHistory())
    expect(await drain(outbox, 'empty', 5_000)).toBe('empty')
    const [first, ...later] = server.ledger.requests.map((seen) => seen.at)
    expect(Math.min(...later) - (first ?? 0)).toBeGreaterThanOrEqual(950)
    expect(server.world.effects()).toBe(5)
  })

  it('ignores the Retry-After of a proxy, which the user could not shorten (row 29)', async () => {
    const server = await aServer()
    const proxy = { 'content-type': 'text/html', 'retry-after': '3600' }
    let refusals = 4
    const fetchFn: typeof fetch = async (input, init) =>
      refusals-- > 0
        ? new Response('Down for maintenance', { status: 503, headers: proxy })
        : fetch(input, init)
    const { outbox } = await aStartedPage(server.origin, aPhone(), { fetch: fetchFn })
    await outbox.enqueue(aHistory())
    expect(await drain(outbox, 'empty', 9_000)).toBe('empty')
    expect(server.world.effects()).toBe(1)
  })

  it('does not let one failing entry block others, and never drops it (row 30)', async () => {
    const server = await aServer()
    const { outbox } = await aStartedPage(server.origin)
    const { opId } = await outbox.enqueue(aHistory({ vehicle_id: 1 }))
    server.set({ decide: (attempt) => (attempt.key === opId ? 'internal' : undefined) })
    // It steps aside only if others succeed after its first failure.
    const attempts = () => server.ledger.requests.filter((seen) => seen.key === opId).length
    await expect.poll(attempts).toBeGreaterThan(1)
    for (let i = 0; i < 12; i++) await outbox.enqueue(aHistory({ vehicle_id: 1 + (i % 3) }))
    await expect.poll(() => server.world.effects()).toBe(12)
    await expect.poll(async () => (await outbox.entries.current())[0]?.state).toBe('stuck')
    expect(attempts()).toBeGreaterThanOrEqual(5)
    server.set({ decide: null })
    await outbox.retry(opId)
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.effects()).toBe(13)
  })

  it('an entry that a filter in the network rejects does not block its vehicle (row 29)', async () => {
    const server = await aServer()
    const { outbox, page } = await aStartedPage(server.origin)
    const { opId } = await outbox.enqueue(aHistory({ vehicle_id: 1 }))
    server.set({ decide: (attempt) => (attempt.key === opId ? 'blocked' : undefined) })
    const attempts = () => server.ledger.requests.filter((seen) => seen.key === opId).length
    await expect.poll(attempts).toBeGreaterThan(1)
    expect((await outbox.status.current()).network).not.toBe('offline')
    for (let i = 0; i < 6; i++) await outbox.enqueue(aHistory({ vehicle_id: 1 + (i % 2) }))
    await expect.poll(() => server.world.effects(), { timeout: 10_000 }).toBe(6)
    const [entry] = await outbox.entries.current()
    expect(entry).toMatchObject({ state: 'stuck', trouble: { class: 'network', status: 403 } })
    // Another network lets it through, without the user's help.
    server.set({ decide: null })
    page.wake('visible')
    await outbox.flushNow()
    expect(server.world.effects()).toBe(6)
    page.wake('online')
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.effects()).toBe(7)
  })

  it('sets a file aside that a proxy alters on the way, until the network changes (row 29)', async () => {
    const server = await aServer()
    const { outbox, page } = await aStartedPage(server.origin)
    server.set({ decide: ({ path }) => (path.includes('_documents') ? 'digest_mismatch' : undefined) })
    const file = aPdf()
    await outbox.enqueue(aHistory({}, [file]))
    const attempts = () => server.ledger.requests.filter(({ path }) => path.includes('_documents')).length
    await expect.poll(attempts).toBeGreaterThan(1)
    await outbox.enqueue(aHistory())
    const fileState = async () =>
      (await outbox.entries.current()).map(({ state, trouble }) => [state, trouble?.code])
    await expect.poll(fileState, { timeout: 10_000 }).toEqual([['stuck', 'digest_mismatch']])
    server.set({ decide: null })
    page.wake('online')
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.file(file.id)?.state).toBe('stored')
  })

  it.each([
    { fault: 'blocked', minutes: 12, row: 29 },
    { fault: 'internal', minutes: 65, row: 30 },
  ] as const)(
    'sends the other entries of the vehicle after $fault for $minutes minutes, also if no other vehicle has one (row $row)',
    async ({ fault, minutes }) => {
      const server = await aServer()
      let passed = 0
      const clock = { now: () => Date.now() + passed, after: (ms: number, act: () => void) => timer(ms, act) }
      const { outbox } = await aStartedPage(server.origin, aPhone(), { clock, random: () => 1 })
      const { opId } = await outbox.enqueue(aHistory())
      server.set({ decide: (attempt) => (attempt.key === opId ? fault : undefined) })
      await outbox.enqueue(aHistory())
      for (let minute = 0; minute < minutes && server.world.effects() === 0; minute++) {
        passed += 60_000
        await outbox.flushNow()
      }
      expect(server.world.effects()).toBe(1)
      expect((await outbox.entries.current()).map(({ state }) => state)).toEqual(['stuck'])
    },
  )

  it('sets an entry aside that is too large for a proxy, and keeps sending the others (row 29)', async () => {
    const server = await aServer({ proxyLimit: 5_000 })
    const { outbox } = await aStartedPage(server.origin)
    await outbox.enqueue(aHistory({ vehicle_id: 1 }, [aPdf('a.pdf', 10_000)]))
    const state = async () => (await outbox.entries.current())[0]?.files[0]?.state
    await expect.poll(state, { timeout: 15_000 }).toBe('stuck')
    expect((await outbox.status.current()).network).toBe('online')
    const requests = server.ledger.requests.length
    await outbox.enqueue(aHistory({ vehicle_id: 1 }))
    await expect.poll(() => server.world.effects()).toBe(2)
    // The file is not tried again with each run.
    expect(server.ledger.requests.length).toBe(requests + 1)
    expect(server.ledger.probes).toBe(0)
  })

  it('sends a new entry at once while another vehicle’s entry gets no response', async () => {
    const server = await aServer()
    server.once('hang')
    const { outbox } = await aStartedPage(server.origin)
    await outbox.enqueue(aHistory({ vehicle_id: 1 }))
    await expect.poll(() => server.ledger.open).toBe(1)
    const entry = aHistory({ vehicle_id: 2 })
    await outbox.enqueue(entry)
    await expect.poll(() => server.world.entityIds(), { timeout: 3_000 }).toEqual([entry.id])
  })

  it('keeps the order of one vehicle and sends several vehicles concurrently (OFF-038)', async () => {
    // Longer than a busy machine needs to send the first entries of three vehicles.
    const server = await aServer({ latencyMs: 300 })
    const { outbox } = await aStartedPage(server.origin)
    const entries = Array.from({ length: 12 }, (_, i) => aHistory({ vehicle_id: 1 + (i % 3), odometer: i }))
    await outbox.stop()
    for (const entry of entries) await outbox.enqueue(entry)
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(server.ledger.mostOpen).toBe(3)
    for (const vehicle of [1, 2, 3]) {
      const arrived = server.world.entityIds().map((id) => server.world.row(id)?.fields)
      const odometers = arrived
        .filter((row) => row?.vehicle_id === String(vehicle))
        .map((row) => Number(row?.odometer))
      expect(odometers).toEqual([...odometers].sort((a, b) => a - b))
    }
  })
})

describe('two concurrent senders (row 3)', () => {
  it('sends each entry once when two pages without Web Locks run at the same time', async () => {
    const server = await aServer({ latencyMs: 40 })
    const phone = aPhone()
    const one = await aStartedPage(server.origin, phone)
    const two = await aStartedPage(server.origin, phone)
    for (let i = 0; i < 20; i++) await one.outbox.enqueue(aHistory({ vehicle_id: (i % 5) + 1 }))
    // One is always sending when the other checks.
    while ((await one.outbox.pendingCount()) > 0) {
      void two.outbox.flushNow()
      void one.outbox.flushNow()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(server.world.effects()).toBe(20)
    expect(server.ledger.requests.length).toBe(20)
  })

  it('takes over from a frozen sender, and refuses its later writes', async () => {
    const server = await aServer()
    const phone = aPhone()
    server.once('hang')
    const frozen = await aStartedPage(server.origin, phone)
    const { opId } = await frozen.outbox.enqueue(aHistory())
    await expect.poll(() => server.ledger.requests.length).toBe(1)
    const epochOf = async () => (await readMeta(frozen.store.db, 'lease'))?.epoch ?? 0
    const first = await epochOf()
    const later = { now: () => Date.now() + 46_000, after: (ms: number, act: () => void) => timer(ms, act) }
    const awake = await aStartedPage(server.origin, phone, { clock: later })
    await expect.poll(() => server.world.effects()).toBe(1)
    expect(await epochOf()).toBe(first + 1)
    await expect.poll(() => awake.store.db.ops.get(opId)).toBeUndefined()
  })
})

describe('owners of entries (rows 18 and 19, OFF-046, ruling 25)', () => {
  it('never sends an entry under another user’s session', async () => {
    const server = await aServer({ signedInAs: '3:8' })
    const phone = aPhone()
    const mine = await aStartedPage(server.origin, phone)
    await mine.outbox.enqueue(aHistory())
    await drain(mine.outbox, 'auth')
    const theirs = await aStartedPage(server.origin, phone, { userId: 8 })
    expect(await theirs.outbox.pendingCount()).toBe(0)
    await theirs.outbox.enqueue(aHistory())
    expect(await drain(theirs.outbox)).toBe('empty')
    expect(server.world.effects()).toBe(1)
    expect(await mine.outbox.pendingCount()).toBe(1)
  })

  it('holds a row that names another user, and sends the rest', async () => {
    const server = await aServer()
    const { outbox, store } = await aStartedPage(server.origin)
    await outbox.stop()
    const { opId } = await outbox.enqueue(aHistory({ vehicle_id: 1 }))
    await store.db.ops.update(opId, { userId: 99 })
    await outbox.enqueue(aHistory({ vehicle_id: 1 }))
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(server.world.effects()).toBe(1)
    expect(await store.db.ops.get(opId)).toMatchObject({ state: 'held', heldFor: 'scope' })
  })

  it('keeps entries locked after sign-out until the same user is back', async () => {
    const server = await aServer({ refuse: true })
    const phone = aPhone()
    const before = await aStartedPage(server.origin, phone)
    await before.outbox.enqueue(aHistory())
    await before.outbox.lock()
    server.set({ refuse: false })
    const other = await openPage(phone, { baseUrl: server.origin })
    onTestFinished(() => other.close())
    expect(await other.outbox.flushNow()).toBe('stopped')
    expect(server.world.effects()).toBe(0)
    expect(await other.outbox.pendingCount()).toBe(1)
    other.outbox.start()
    expect(await drain(other.outbox)).toBe('empty')
    expect(server.world.effects()).toBe(1)
  })

  it('discards everything only if the user has confirmed each entry and file as it is', async () => {
    const { outbox, store } = await openPage(aPhone())
    const entry = aHistory({}, [aPdf()])
    const { opId } = await outbox.enqueue(entry)
    const { opId: secondId } = await outbox.enqueue(aHistory())
    const before = await outbox.unsent()
    expect(before.count).toEqual({ entries: 2, files: 1 })
    // The same number of entries, of which the user has not seen one.
    await outbox.discard(secondId)
    await outbox.enqueue(aHistory())
    expect(await outbox.discardAll(before)).toBe(false)
    const beforeEdit = await outbox.unsent()
    const payload = historyFields({ po_number: 'PO-10' })
    const basis = { rev: null, opId }
    const edit = { id: entry.id, payload, files: [], removedFileIds: [], basis }
    await outbox.enqueue({ kind: 'history.update', ...edit })
    expect(await outbox.discardAll(beforeEdit)).toBe(false)
    expect(await outbox.pendingCount()).toBe(2)
    expect(await outbox.discardAll(await outbox.unsent())).toBe(true)
    expect(await store.db.ops.count()).toBe(0)
    expect(await store.db.files.count()).toBe(0)
    expect(await outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, bytesWaiting: 0 })
    outbox.close()
  })
})

function timer(ms: number, act: () => void): () => void {
  const handle = setTimeout(act, ms)
  return () => clearTimeout(handle)
}
