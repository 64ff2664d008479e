import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type OpRow, withQueuePosition } from '#src/offline/model/op-row.ts'
import type { Transport } from '#src/offline/transport/transport.ts'
import { aDisk, aHistory, aLockManager, aPdf, aPhone, drain, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

type Decide = (path: string, attempt: number) => string | null | Promise<string | null>

/** A page whose server refuses some requests with a code, otherwise responds as usual. */
async function aPageWith(decide: Decide) {
  const server = inProcessServer(() => 'ok')
  const attempts = new Map<string, number>()
  const transport: Transport = async (outgoing, signal) => {
    const path = `${outgoing.method} ${outgoing.url.split('/')[5]}`
    const count = (attempts.get(path) ?? 0) + 1
    attempts.set(path, count)
    const code = await decide(path, count)
    if (code === null) return server.transport(outgoing, signal)
    if (code === 'lost') {
      await server.transport(outgoing, signal)
      return 'network'
    }
    if (code === 'network') return 'network'
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-wheelbook-api': '1' }
    const status = code === 'validation' || code === 'key_reused' ? 422 : 404
    return { status, text: JSON.stringify({ code }), header: (name) => headers[name.toLowerCase()] ?? null }
  }
  const phone = aPhone()
  const setup = { transport, fetch: server.fetch, locks: aLockManager() }
  const opened = await openPage(phone, setup)
  onTestFinished(() => opened.close())
  return { ...opened, ...server, phone, setup, attempts }
}

const CREATE = 'POST manual_maintenance_histories'
const DELETE = 'DELETE manual_maintenance_histories'
const FILE = 'PUT maintenance_documents'

type Page = Awaited<ReturnType<typeof aPageWith>>
type Entry = ReturnType<typeof aHistory>

const remove = ({ outbox }: Page, { id }: Entry, opId: string) =>
  outbox.enqueue({ kind: 'history.delete', id, basis: { rev: null, opId }, vehicleId: 5 })

async function expectNothingLeft({ outbox, store }: Pick<Page, 'outbox' | 'store'>) {
  expect(await drain(outbox)).toBe('empty')
  expect(await outbox.entries.current()).toEqual([])
  expect(await store.db.files.count()).toBe(0)
  expect(await outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, needsYou: 0 })
}

function expectFilesArrived({ world }: Page, { id, files }: Entry) {
  const stored = world.row(id)?.files.map((file) => [file.id, file.state, file.bytes?.toString('hex')])
  expect(stored).toEqual(files.map((file) => [file.id, 'stored', Buffer.from(file.bytes).toString('hex')]))
}

/** The first key of the create was used, and a later attempt is refused. `isStored`: the server has the entry. */
async function aDoubtfulCreate(isStored: boolean) {
  const page = await aPageWith((path, count) => {
    if (path !== CREATE) return null
    if (count === 1) return isStored ? 'lost' : 'network'
    return count === 2 ? 'key_reused' : 'validation'
  })
  const entry = aHistory({}, [aPdf()])
  const { opId } = await page.outbox.enqueue(entry)
  page.outbox.start()
  await drain(page.outbox)
  const [waiting] = await page.outbox.entries.current()
  expect(waiting).toMatchObject({ state: 'rejected', trouble: { code: 'validation' } })
  return { ...page, page, entry, opId: waiting?.opId ?? opId }
}

describe('a delete behind something that the server refuses (OFF-065)', () => {
  /** Refuses requests with a path, but only once the delete waits behind them. */
  async function aPageThatRefuses(refused: string) {
    let refuse = () => {}
    const response = new Promise<string>((resolve) => {
      refuse = () => resolve('validation')
    })
    const page = await aPageWith((path) => (path === refused ? response : null))
    return {
      ...page,
      async removeWhileSending(entry: Entry, opId: string) {
        await expect.poll(() => page.attempts.get(refused)).toBe(1)
        await remove(page, entry, opId)
        refuse()
        await expectNothingLeft(page)
      },
    }
  }

  it('takes a create with it', async () => {
    const { outbox, world, attempts, removeWhileSending } = await aPageThatRefuses(CREATE)
    const entry = aHistory({}, [aPdf()])
    const { opId } = await outbox.enqueue(entry)
    outbox.start()
    await removeWhileSending(entry, opId)
    expect(world.entityIds()).toEqual([])
    expect(attempts.get(DELETE)).toBeUndefined()
  })

  it('replaces an edit with its files', async () => {
    const { outbox, world, removeWhileSending } = await aPageThatRefuses('PUT manual_maintenance_histories')
    const entry = aHistory()
    const { opId } = await outbox.enqueue(entry)
    outbox.start()
    await drain(outbox)
    const edit = await outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: { rev: 1, opId },
      files: [aPdf()],
      removedFileIds: [],
      payload: { ...entry.payload, po_number: 'PO 2' },
    })
    await removeWhileSending(entry, edit.opId)
    expect(world.row(entry.id)?.deleted).toBe(true)
  })

  it('does not wait for a file', async () => {
    const { outbox, world, removeWhileSending } = await aPageThatRefuses('PUT maintenance_documents')
    const entry = aHistory({}, [aPdf()])
    const { opId } = await outbox.enqueue(entry)
    outbox.start()
    await removeWhileSending(entry, opId)
    expect(world.row(entry.id)?.deleted).toBe(true)
  })

  it('shows the entry of the server if an earlier key of the refused create has stored it', async () => {
    const { page, outbox, world, entry, opId } = await aDoubtfulCreate(true)
    await remove(page, entry, opId)
    await drain(outbox)
    const [waiting] = await outbox.entries.current()
    expect(waiting).toMatchObject({ kind: 'history.delete', state: 'conflict' })
    expect(world.row(entry.id)?.deleted).toBe(false)
    await outbox.resolveConflict(waiting?.opId ?? '', 'mine')
    await expectNothingLeft(page)
    expect(world.row(entry.id)?.deleted).toBe(true)
  })

  it('is done if the server does not have the entry and the user sees its vehicle', async () => {
    const { page, outbox, entry, opId } = await aDoubtfulCreate(false)
    await remove(page, entry, opId)
    await drain(outbox)
    expect(await outbox.entries.current()).toMatchObject([{ kind: 'history.delete', state: 'rejected' }])
    // The vehicle may only be out of sight, and come back.
    await outbox.updateVisibleVehicles(new Set(), Date.now() + 1)
    expect(await outbox.entries.current()).toHaveLength(1)
    for (let i = 0; i < 3; i++) {
      await outbox.updateVisibleVehicles(new Set([5]), Date.now() + 1)
      await drain(outbox)
    }
    await expectNothingLeft(page)
  })

  it.each([
    ['mine', true],
    ['theirs', false],
  ] as const)('continues if an earlier build left it waiting: %s', async (choice, isDeleted) => {
    const { page, phone, setup, store, outbox, entry, opId } = await aDoubtfulCreate(true)
    const create = await store.db.ops.get(opId)
    const left: OpRow = {
      ...(create as OpRow),
      id: crypto.randomUUID(),
      kind: 'history.delete',
      payload: {},
      seq: 99,
      state: 'held',
      heldFor: 'dependency',
      firstAttemptAt: null,
      trouble: null,
      payloadHash: null,
      dependsOn: [opId],
      baseOf: opId,
    }
    const { mayExist: _mark, ...row } = left
    await store.db.ops.put(withQueuePosition(row))
    await outbox.stop()
    const again = await openPage(phone, setup)
    onTestFinished(() => again.close())
    again.outbox.start()
    await expect
      .poll(async () => (await again.outbox.entries.current()).map(({ kind, state }) => `${kind} ${state}`))
      .toEqual(['history.delete conflict'])
    await again.outbox.resolveConflict(left.id, choice)
    await expectNothingLeft({ ...page, ...again })
    expect(page.world.row(entry.id)?.deleted).toBe(isDeleted)
    if (!isDeleted) expectFilesArrived(page, entry)
  })
})

describe('files that have not arrived when the user deletes their entry (OFF-068)', () => {
  /** An entry with two files: the first was tried without success, the second never. */
  async function aDeletedEntry(refuseDelete = false, codeOfFile: string | null = null) {
    let isCut = true
    const page = await aPageWith((path) => {
      if (path === FILE) return isCut ? 'network' : codeOfFile
      return path === DELETE && refuseDelete ? 'validation' : null
    })
    const entry = aHistory({}, [aPdf('a.pdf'), aPdf('b.pdf', 3_000, 2)])
    const { opId } = await page.outbox.enqueue(entry)
    page.outbox.start()
    await expect.poll(() => page.attempts.get(FILE)).toBeGreaterThan(0)
    page.editedByOther(entry.id, { customer_comments: 'Changed' })
    await remove(page, entry, opId)
    isCut = false
    await drain(page.outbox)
    const deletion = (await page.outbox.entries.current()).find(({ kind }) => kind === 'history.delete')
    return { page, entry, deletion, deletionId: deletion?.opId ?? '' }
  }

  it.each([
    ['theirs', false],
    ['mine', true],
  ] as const)('stay until the user has resolved the conflict: %s', async (choice, isDeleted) => {
    const { page, entry, deletion, deletionId } = await aDeletedEntry()
    expect(deletion).toMatchObject({ state: 'conflict' })
    expect(await page.outbox.status.current()).toMatchObject({ needsYou: 1, filesWaiting: 1 })
    expect(await page.store.db.files.count()).toBe(1)
    await page.outbox.resolveConflict(deletionId, choice)
    await expectNothingLeft(page)
    expect(page.world.row(entry.id)?.deleted).toBe(isDeleted)
    if (!isDeleted) expectFilesArrived(page, entry)
  })

  it('stay if their entry was still being sent', async () => {
    let respond = () => {}
    const response = new Promise<null>((resolve) => {
      respond = () => resolve(null)
    })
    const page = await aPageWith(async (path) => {
      if (path === CREATE) return response
      if (path === DELETE) page.editedByOther(entry.id, { customer_comments: 'Changed' })
      return null
    })
    const entry = aHistory({}, [aPdf()])
    const { opId } = await page.outbox.enqueue(entry)
    page.outbox.start()
    await expect.poll(() => page.attempts.get(CREATE)).toBe(1)
    await remove(page, entry, opId)
    respond()
    await drain(page.outbox)
    const [waiting] = await page.outbox.entries.current()
    expect(waiting).toMatchObject({ kind: 'history.delete', state: 'conflict', files: [{ state: 'held' }] })
    const { opId: deletionId = '' } = waiting ?? {}
    const { files } = await page.outbox.exportEntries([deletionId])
    expect(files.map(({ id }) => id)).toEqual(entry.files.map(({ id }) => id))
    await page.outbox.resolveConflict(deletionId, 'theirs')
    await expectNothingLeft(page)
    expectFilesArrived(page, entry)
  })

  it('stay if the server has the entry of a create that it refused', async () => {
    const { page, outbox, entry, opId } = await aDoubtfulCreate(true)
    await remove(page, entry, opId)
    await drain(outbox)
    const [waiting] = await outbox.entries.current()
    expect(waiting).toMatchObject({ kind: 'history.delete', state: 'conflict' })
    await outbox.resolveConflict(waiting?.opId ?? '', 'theirs')
    await expectNothingLeft(page)
    expectFilesArrived(page, entry)
  })

  it('are sent if the server refuses the deletion and the user discards it', async () => {
    const { page, entry, deletion, deletionId } = await aDeletedEntry(true)
    expect(deletion).toMatchObject({ state: 'rejected' })
    await page.outbox.discard(deletionId)
    await expectNothingLeft(page)
    expectFilesArrived(page, entry)
  })

  it('stay although the server has refused them, and are shown again', async () => {
    const { page, deletionId } = await aDeletedEntry(false, 'validation')
    await page.outbox.resolveConflict(deletionId, 'theirs')
    await expect.poll(() => page.outbox.status.current()).toMatchObject({ needsYou: 2, needsYouFiles: 2 })
    expect(await page.store.db.files.count()).toBe(2)
  })

  it('leave a full disk with the deletion', async () => {
    const disk = aDisk()
    onTestFinished(() => void vi.restoreAllMocks())
    const { page, entry, deletionId } = await aDeletedEntry()
    await page.outbox.resolveConflict(deletionId, 'mine')
    disk.isFull = true
    await expectNothingLeft(page)
    expect(page.world.row(entry.id)?.deleted).toBe(true)
    expect(page.world.row(entry.id)?.files.map(({ state }) => state)).toEqual(['stored', 'awaited'])
  })
})
