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
const UPDATE = 'PUT manual_maintenance_histories'
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

describe('files that have not arrived when an edit removes them (OFF-068)', () => {
  /**
   * An entry with two files: the first was tried without success. An edit that removes the second was saved without
   * signal. `codeOfEdit`: how the server refuses it.
   */
  async function anEntryWithRemovedFile(codeOfEdit: string | null = null) {
    let isCut = true
    const page = await aPageWith((path) => {
      if (path === FILE) return isCut ? 'network' : null
      if (path === UPDATE) return isCut ? 'network' : codeOfEdit
      return null
    })
    const [first, second] = [aPdf('a.pdf'), aPdf('b.pdf', 3_000, 2)]
    const entry = aHistory({}, [first, second])
    const { opId } = await page.outbox.enqueue(entry)
    page.outbox.start()
    await expect.poll(() => page.attempts.get(FILE)).toBeGreaterThan(0)
    const { opId: editId } = await removeFile(page, entry, second.id, { rev: null, opId })
    const reconnect = async () => {
      isCut = false
      await drain(page.outbox)
    }
    return { page, entry, first, second, editId, reconnect }
  }

  const edit = (
    { outbox }: Page,
    { id, payload }: Entry,
    basis: { rev: number | null; opId: string | null },
    { po_number, removedFileIds = [] }: { po_number: string; removedFileIds?: string[] },
  ) =>
    outbox.enqueue({
      kind: 'history.update',
      id,
      basis,
      files: [],
      removedFileIds,
      payload: { ...payload, po_number },
    })

  const removeFile = (page: Page, entry: Entry, fileId: string, basis: Parameters<typeof edit>[2]) =>
    edit(page, entry, basis, { po_number: 'PO 2', removedFileIds: [fileId] })

  const filesOnServer = ({ world }: Page, { id }: Entry) =>
    world.row(id)?.files.map((file) => [file.id, file.state])

  it('leave the device with the acknowledgement of the edit, and are not sent', async () => {
    const { page, entry, first, second, reconnect } = await anEntryWithRemovedFile()
    const [waiting] = (await page.outbox.entries.current()).filter(({ kind }) => kind === 'history.update')
    expect(waiting?.files).toMatchObject([{ name: 'b.pdf', isRemoved: true }])
    expect(await page.outbox.status.current()).toMatchObject({ waiting: 1, filesWaiting: 2, needsYou: 0 })
    await reconnect()
    await expectNothingLeft(page)
    expect(page.world.row(entry.id)?.fields.po_number).toBe('PO 2')
    expect(filesOnServer(page, entry)).toEqual([[first.id, 'stored']])
    expect(page.world.file(second.id)).toBeUndefined()
  })

  it('are sent if the user discards the edit while it waits', async () => {
    const { page, entry, editId, reconnect } = await anEntryWithRemovedFile()
    await page.outbox.discard(editId)
    const [waiting] = await page.outbox.entries.current()
    expect(waiting?.files.map(({ isRemoved }) => isRemoved)).toEqual([false, false])
    await reconnect()
    await expectNothingLeft(page)
    expectFilesArrived(page, entry)
  })

  it('are sent if the server refuses the edit and the user discards it', async () => {
    const { page, entry, editId, reconnect } = await anEntryWithRemovedFile('validation')
    await reconnect()
    const [waiting] = await page.outbox.entries.current()
    expect(waiting).toMatchObject({ opId: editId, state: 'rejected', files: [{ state: 'held' }] })
    expect(await page.outbox.status.current()).toMatchObject({ needsYou: 1, filesWaiting: 1 })
    await page.outbox.discard(editId)
    await expectNothingLeft(page)
    expectFilesArrived(page, entry)
  })

  it('stay until a later edit of the refused one is accepted, also of two in a row', async () => {
    let code: string | null = 'validation'
    const { page, entry, first, second } = await anEntryThatArrives((path) => (path === UPDATE ? code : null))
    expect(filesOnServer(page, entry)?.[1]).toEqual([second.id, 'awaited'])
    const basis = { rev: 1, opId: null }
    await removeFile(page, entry, second.id, basis)
    await drain(page.outbox)
    for (const po_number of ['PO 3', 'PO 4']) {
      await edit(page, entry, basis, { po_number })
      await drain(page.outbox)
      expect(await page.store.db.files.count()).toBe(1)
    }
    code = null
    await page.outbox.retry((await page.outbox.entries.current())[0]?.opId)
    await expectNothingLeft(page)
    expect(page.world.row(entry.id)?.fields.po_number).toBe('PO 4')
    expect(filesOnServer(page, entry)).toEqual([[first.id, 'stored']])
  })

  /** An entry that has arrived with its first file; the upload of the second is refused. */
  async function anEntryThatArrives(decide: Decide) {
    const [first, second] = [aPdf('a.pdf'), aPdf('b.pdf', 3_000, 2)]
    const page = await aPageWith((path, count) =>
      path === FILE && count === 2 ? 'validation' : decide(path, count),
    )
    const entry = aHistory({}, [first, second])
    await page.outbox.enqueue(entry)
    page.outbox.start()
    await drain(page.outbox)
    expect(await page.outbox.status.current()).toMatchObject({ needsYou: 1, needsYouFiles: 1 })
    return { page, entry, first, second }
  }

  it.each([
    ['theirs', 'theirs', true],
    ['mine', 'mine', false],
    [{ po: 'theirs' }, 'theirs', false],
  ] as const)('depend on how the user resolves a conflict: %j', async (resolution, po, isSent) => {
    const { page, entry, first, editId, reconnect } = await anEntryWithRemovedFile()
    page.editedByOther(entry.id, { po_number: 'theirs' })
    await reconnect()
    const [waiting] = await page.outbox.entries.current()
    expect(waiting).toMatchObject({ opId: editId, state: 'conflict', files: [{ isRemoved: true }] })
    expect(waiting?.conflict?.map(({ name }) => name)).toEqual(['po'])
    await page.outbox.resolveConflict(editId, resolution)
    await expectNothingLeft(page)
    expect(page.world.row(entry.id)?.fields.po_number).toBe(po === 'mine' ? 'PO 2' : po)
    if (isSent) expectFilesArrived(page, entry)
    else expect(filesOnServer(page, entry)).toEqual([[first.id, 'stored']])
  })

  it('leave the device if another user has removed them too', async () => {
    const { page, entry, first, second, editId, reconnect } = await anEntryWithRemovedFile()
    const lines = [{ id: second.id, _destroy: true }]
    page.editedByOther(entry.id, { po_number: 'theirs', maintenance_documents_attributes: lines })
    await reconnect()
    await page.outbox.resolveConflict(editId, 'mine')
    await expectNothingLeft(page)
    expect(filesOnServer(page, entry)).toEqual([[first.id, 'stored']])
  })

  it('are sent if the edit becomes a new entry because the vehicle is out of sight', async () => {
    const { page, entry, second } = await anEntryThatArrives(() => null)
    page.goneVehicles.add(5)
    const { opId } = await removeFile(page, entry, second.id, { rev: 1, opId: null })
    await drain(page.outbox)
    expect(await page.outbox.move(opId, 6)).toBe(true)
    await expectNothingLeft(page)
    expectFilesArrived(page, entry)
    const [made] = page.world.entityIds().filter((id) => id !== entry.id)
    expect(page.world.row(made ?? '')).toMatchObject({ fields: { po_number: 'PO 2' }, files: [] })
  })

  it('are no longer removed by an edit if the server refused the one that announced them', async () => {
    let refuse = () => {}
    const response = new Promise<string>((resolve) => {
      refuse = () => resolve('validation')
    })
    const page = await aPageWith((path, count) => (path === UPDATE && count === 1 ? response : null))
    const entry = aHistory()
    await page.outbox.enqueue(entry)
    page.outbox.start()
    await drain(page.outbox)
    const added = aPdf()
    const { opId } = await page.outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: { rev: 1, opId: null },
      files: [added],
      removedFileIds: [],
      payload: entry.payload,
    })
    await expect.poll(() => page.attempts.get(UPDATE)).toBe(1)
    await removeFile(page, entry, added.id, { rev: null, opId })
    refuse()
    await drain(page.outbox)
    await page.outbox.stop()
    await page.outbox.discard(opId)
    // The server rejects the removal of a file that it never had.
    expect(await page.outbox.entries.current()).toMatchObject([
      { payload: { removedFileIds: [] }, files: [] },
    ])
    page.outbox.start()
    await expect.poll(() => page.world.row(entry.id)?.fields.po_number).toBe('PO 2')
    await expectNothingLeft(page)
  })

  it('leave the device although an earlier build has acknowledged the edit', async () => {
    const { page, entry, first, reconnect } = await anEntryWithRemovedFile()
    const { db } = page.store
    const [removed] = (await db.ops.toArray()).filter(
      (op) => op.kind === 'file.put' && op.dependsOn.length > 0,
    )
    if (!removed) throw new Error('No file waits for the edit')
    const file = await db.files.get((removed.payload as { fileId: string }).fileId)
    await reconnect()
    await page.outbox.stop()
    await db.ops.put(withQueuePosition({ ...removed, dependsOn: [], state: 'pending', heldFor: null }))
    if (file) await db.files.put(file)
    page.outbox.start()
    await expect.poll(() => db.ops.count()).toBe(0)
    expect(await db.files.count()).toBe(0)
    expect(filesOnServer(page, entry)).toEqual([[first.id, 'stored']])
  })

  it('leave a full disk with the edit, and are not sent although another edit waits behind it', async () => {
    const disk = aDisk()
    onTestFinished(() => void vi.restoreAllMocks())
    let respond = () => {}
    const response = new Promise<null>((resolve) => {
      respond = () => resolve(null)
    })
    const { page, entry, first, second } = await anEntryThatArrives((path, count) => {
      if (path !== UPDATE) return null
      // The second edit is not done with at once, so that there is time to send files.
      return count === 1 ? response : count === 2 ? 'validation' : null
    })
    const { opId } = await removeFile(page, entry, second.id, { rev: 1, opId: null })
    await expect.poll(() => page.attempts.get(UPDATE)).toBe(1)
    await edit(page, entry, { rev: null, opId }, { po_number: 'PO 3' })
    disk.isFull = true
    respond()
    await expectNothingLeft(page)
    expect(page.attempts.get(FILE)).toBe(2)
    expect(page.world.row(entry.id)?.fields.po_number).toBe('PO 3')
    expect(filesOnServer(page, entry)).toEqual([[first.id, 'stored']])
  })
})
