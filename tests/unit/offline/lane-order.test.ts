import { afterEach, describe, expect, it } from 'vitest'
import { createFaultServer } from '#tests/offline/fault-server.ts'
import { aHistory, aPdf, aPhone, drain, openPage } from './device.ts'

// An entry may wait for files, and a file waits for its entry: no two lanes may wait for each other.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function aDriver() {
  const server = await createFaultServer({ signedInAs: '3:7' })
  closers.push(() => server.close())
  const phone = aPhone()
  const open = async () => {
    const opened = await openPage(phone, { baseUrl: server.origin })
    closers.push(() => opened.close())
    return opened
  }
  return { server, open }
}

/**
 * On one vehicle: a refused entry with a photo, and an entry that arrived, whose photo was interrupted and which was then
 * deleted. The deletion waits for the photo.
 */
async function aRefusedEntryAndADeletion() {
  const { server, open } = await aDriver()
  const page = await open()
  const { outbox, store } = page
  const [refused, deleted] = [aHistory({}, [aPdf('a.pdf')]), aHistory({}, [aPdf('b.pdf', 2_000, 2)])]
  const first = await outbox.enqueue(refused)
  const second = await outbox.enqueue(deleted)
  const photo = deleted.files[0]?.id ?? ''
  server.set({
    decide: ({ key, path }) =>
      key === first.opId ? 'validation' : path.endsWith(photo) ? 'reset' : undefined,
  })
  outbox.start()
  const tried = async () => (await store.db.ops.toArray()).filter((op) => op.firstAttemptAt !== null).length
  await expect.poll(tried).toBe(2)
  await outbox.stop()
  await outbox.enqueue({
    kind: 'history.delete',
    id: deleted.id,
    vehicleId: 5,
    basis: { rev: null, opId: second.opId },
  })
  server.set({ decide: null })
  return { server, open, page, refused, deleted, refusedOp: first.opId }
}
type Setup = Awaited<ReturnType<typeof aRefusedEntryAndADeletion>>

const correct = ({ page, refused, refusedOp }: Setup) =>
  page.outbox.enqueue({
    kind: 'history.update',
    id: refused.id,
    files: [],
    removedFileIds: [],
    basis: { rev: null, opId: refusedOp },
    payload: { ...refused.payload, po_number: 'right' },
  })

function expectEverythingArrived({ server, refused, deleted }: Setup) {
  expect(server.world.file(refused.files[0]?.id ?? '')?.state).toBe('stored')
  expect(server.world.row(deleted.id)?.deleted).toBe(true)
}

describe('the order of a vehicle’s entries and files (rows 22, 26 and 28)', () => {
  it('sends a corrected entry and a deletion that waits for a file of another entry', async () => {
    const setup = await aRefusedEntryAndADeletion()
    await correct(setup)
    setup.page.outbox.start()
    expect(await drain(setup.page.outbox, 'empty', 5_000)).toBe('empty')
    expectEverythingArrived(setup)
    expect(setup.server.world.row(setup.refused.id)?.fields.po_number).toBe('right')
  })

  it('frees a queue in which an earlier build left a file ahead of its entry', async () => {
    const setup = await aRefusedEntryAndADeletion()
    const { opId } = await correct(setup)
    const { db } = setup.page.store
    const file = await db.ops.where({ parentId: opId }).first()
    await db.ops.update(file?.id ?? '', { seq: 2 })
    setup.page.close()
    const { outbox } = await setup.open()
    outbox.start()
    expect(await drain(outbox, 'empty', 5_000)).toBe('empty')
    expectEverythingArrived(setup)
  })
})
