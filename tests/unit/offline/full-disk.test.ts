import { afterEach, expect, it, vi } from 'vitest'
import { QuotaExceeded } from '#src/offline/model/errors.ts'
import { aDisk, aHistory, aLockManager, aPdf, aPhone, drain, historyFields, openPage } from './device.ts'
import { type AttemptFault, inProcessServer } from './in-process-server.ts'

// A disk that stores nothing more, even after the reserve was released (docs/offline.md row 9).

afterEach(() => {
  vi.restoreAllMocks()
})

function aWorld(line: AttemptFault[] = []) {
  const server = inProcessServer(() => line.shift() ?? 'ok')
  const setup = { transport: server.transport, fetch: server.fetch, locks: aLockManager() }
  return { server, disk: aDisk(), phone: aPhone(), setup }
}

it('sends every entry with its files once, and leaves nothing behind, although no record can be written', async () => {
  const { server, disk, phone, setup } = aWorld()
  const { outbox, store } = await openPage(phone, setup)
  const entries = [
    aHistory({}, [aPdf('a.pdf'), aPdf('b.pdf')]),
    aHistory(),
    aHistory({ vehicle_id: 6 }, [aPdf()]),
  ]
  for (const entry of entries) await outbox.enqueue(entry)
  disk.isFull = true
  await expect(outbox.enqueue(aHistory())).rejects.toThrow(QuotaExceeded)
  outbox.start()
  expect(await drain(outbox)).toBe('empty')
  expect(server.world.effects()).toBe(3)
  for (const file of entries.flatMap(({ files }) => files))
    expect(server.world.file(file.id)?.state).toBe('stored')
  expect(new Set(server.keys).size).toBe(server.keys.length)
  expect(await store.db.files.count()).toBe(0)
  expect(await outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, bytesWaiting: 0 })
  disk.isFull = false
  await outbox.enqueue(aHistory())
  expect(await drain(outbox)).toBe('empty')
  expect(server.world.effects()).toBe(4)
  expect(await outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0 })
  outbox.close()
})

it('opens on a full disk after it was closed, and sends the queue', async () => {
  const { server, disk, phone, setup } = aWorld(['lostAck', 'lostAck'])
  const before = await openPage(phone, setup)
  before.outbox.start()
  await before.outbox.stop()
  await before.outbox.enqueue(aHistory({}, [aPdf()]))
  await before.outbox.enqueue(aHistory({ vehicle_id: 6 }))
  disk.isFull = true
  before.outbox.start()
  await expect.poll(() => server.keys.length).toBeGreaterThan(0)
  before.close()
  const after = await openPage(phone, setup)
  after.outbox.start()
  expect(await drain(after.outbox)).toBe('empty')
  expect(server.world.effects()).toBe(2)
  expect(new Set(server.keys).size).toBe(3)
  after.close()
})

it('never changes content under its key that may have been sent without a record', async () => {
  const line = Array<AttemptFault>(50).fill('lostAck')
  const { server, disk, phone, setup } = aWorld(line)
  const before = await openPage(phone, setup)
  before.outbox.start()
  await before.outbox.stop()
  const entry = aHistory({ po_number: 'first' })
  await before.outbox.enqueue(entry)
  disk.isFull = true
  before.outbox.start()
  await expect.poll(() => server.keys.length).toBeGreaterThan(0)
  // The state in memory is gone, and then there is space again.
  await before.outbox.stop()
  before.close()
  line.length = 0
  disk.isFull = false
  const { outbox, store } = await openPage(phone, setup)
  await outbox.enqueue({
    kind: 'history.update',
    id: entry.id,
    files: [],
    removedFileIds: [],
    payload: historyFields({ po_number: 'second' }),
    basis: { rev: null, opId: null },
  })
  expect(await store.db.ops.count()).toBe(2)
  outbox.start()
  expect(await drain(outbox)).toBe('empty')
  expect(server.world.row(entry.id)).toMatchObject({ rev: 2, fields: { po_number: 'second' } })
  outbox.close()
})

it('keeps refused entries, sends the others, and asks the user once there is space', async () => {
  const { server, disk, phone, setup } = aWorld()
  server.goneVehicles.add(8)
  const { outbox } = await openPage(phone, setup)
  await outbox.enqueue(aHistory({ vehicle_id: 8 }))
  await outbox.enqueue(aHistory({ vehicle_id: 9 }))
  disk.isFull = true
  outbox.start()
  expect(await drain(outbox, 'waiting')).toBe('waiting')
  expect(server.world.effects()).toBe(1)
  expect(await outbox.pendingCount()).toBe(1)
  disk.isFull = false
  await outbox.flushNow()
  expect(await outbox.status.current()).toMatchObject({ waiting: 0, needsYou: 1 })
  outbox.close()
})

it.each([
  ['stays full', () => {}],
  [
    'has room again when the file begins',
    (disk: { isFull: boolean }) => Object.assign(disk, { isFull: false }),
  ],
])(
  'sends a large file past an entry that was refused without a note, where the disk %s',
  async (_when, onFile) => {
    const { server, disk, phone, setup } = aWorld()
    server.goneVehicles.add(8)
    const { outbox } = await openPage(phone, {
      ...setup,
      transport: (outgoing, ...rest) => {
        if (outgoing.url.includes('_documents')) onFile(disk)
        return setup.transport(outgoing, ...rest)
      },
    })
    const entry = aHistory({ vehicle_id: 9 }, [aPdf('large.pdf', 2_000_000)])
    await outbox.enqueue(aHistory({ vehicle_id: 8 }))
    await outbox.enqueue(entry)
    disk.isFull = true
    outbox.start()
    await expect.poll(() => server.world.file(entry.files[0]?.id ?? '')?.state).toBe('stored')
    // The entry, its refused neighbor, the file's four parts and the first request of each round.
    expect(server.keys.length).toBeLessThan(20)
    expect(server.world.effects()).toBe(1)
    await outbox.stop()
    outbox.close()
  },
)

it('treats entries of an older build without the flag as tried', async () => {
  const line = Array<AttemptFault>(50).fill('lostAck')
  const { server, disk, phone, setup } = aWorld(line)
  const before = await openPage(phone, setup)
  const entry = aHistory({ po_number: 'first' })
  await before.outbox.enqueue(entry)
  await before.store.db.meta.delete('attemptsNoted')
  disk.isFull = true
  before.outbox.start()
  await expect.poll(() => server.keys.length).toBeGreaterThan(0)
  await before.outbox.stop()
  before.close()
  line.length = 0
  disk.isFull = false
  const { outbox } = await openPage(phone, setup)
  await outbox.enqueue({
    kind: 'history.update',
    id: entry.id,
    files: [],
    removedFileIds: [],
    payload: historyFields({ po_number: 'second' }),
    basis: { rev: null, opId: null },
  })
  outbox.start()
  expect(await drain(outbox)).toBe('empty')
  expect(server.world.entityIds()).toEqual([entry.id])
  expect(server.world.row(entry.id)).toMatchObject({ rev: 2, fields: { po_number: 'second' } })
  outbox.close()
})

it('continues after a sign-in that a full disk could not record', async () => {
  const { server, disk, phone, setup } = aWorld()
  let isSignedIn = false
  const unauthenticated = { status: 401, text: '{"code":"unauthenticated"}' }
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-wheelbook-api': '1' }
  const { outbox } = await openPage(phone, {
    ...setup,
    transport: async (...request) =>
      isSignedIn
        ? setup.transport(...request)
        : { ...unauthenticated, header: (name) => headers[name.toLowerCase()] ?? null },
  })
  await outbox.enqueue(aHistory())
  outbox.start()
  await expect.poll(async () => (await outbox.status.current()).pausedFor).toBe('auth')
  await outbox.stop()
  isSignedIn = true
  disk.isFull = true
  outbox.start()
  expect(await drain(outbox)).toBe('empty')
  expect(server.world.effects()).toBe(1)
  outbox.close()
})
