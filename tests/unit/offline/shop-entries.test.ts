import { expect, it, onTestFinished, vi } from 'vitest'
import { FilesMissing } from '#src/offline/model/errors.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import { payloadOfEntry } from '#src/offline/model/payload.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import {
  APPROVED,
  dbOf,
  draftFiles,
  estimateOf,
  markUnsent,
  open,
  openIdle,
  paths,
  photoOf,
  rowsOf,
  server,
  serveShops,
  waiting,
} from './shop-device.ts'

serveShops()

const bodiesOf = (end: string) =>
  server.received.filter(({ path }) => path.endsWith(end)).map(({ body }) => JSON.parse(body))
const anOrder = (given: object) => async () => ({ id: 1, lines: [], invoices: [], ...given }) as never

it('sends the first price again after a correction that was withdrawn', async () => {
  const line = await openIdle(921)
  await line.enter('estimate', estimateOf('90.00'), [])
  // It has been tried, so a correction does not replace it.
  await expect.poll(async () => (await rowsOf(921))[0]?.firstAttemptAt).not.toBeNull()
  await line.enter('estimate', estimateOf('95.00'), [])
  await line.enter('estimate', estimateOf('90.00'), [])
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual([])
  expect(bodiesOf('/estimate').at(-1)).toEqual(estimateOf('90.00'))
})

it('keeps the photo of a refused estimate that is dismissed, because the form still shows it', async () => {
  const line = await open(922)
  server.responseTo = () => ({ status: 409, body: { code: 'order_status' } })
  const photo = await photoOf(1)
  await line.storeFile(photo)
  await line.enter('estimate', estimateOf('90.00', [photo.id]), [photo.id])
  await expect.poll(() => waiting(line)).toEqual(['estimate!order_status'])
  const [refused] = (await line.state.current()).ops
  draftFiles.add(photo.id)
  if (refused) await line.discard(refused)
  draftFiles.clear()
  server.responseTo = () => ({ status: 200, body: { id: 922, status: 'awaiting_approval' } })
  await line.enter('estimate', estimateOf('91.00', [photo.id]), [photo.id])
  await expect.poll(() => waiting(line)).toEqual([])
  expect(server.received.at(-1)?.path).toContain(`/documents/${photo.id}`)
  expect(await line.fileOf(photo.id)).toBeUndefined()
})

/** An estimate with a photo that has been tried, and a correction with the same photo, offline. */
async function aCorrectionWithPhoto(orderId: number, n: number) {
  const line = await openIdle(orderId)
  const photo = await photoOf(n)
  await line.storeFile(photo)
  await line.enter('estimate', estimateOf('90.00', [photo.id]), [photo.id])
  const entry = async () => (await rowsOf(orderId)).find(({ kind }) => kind === 'shop.estimate')
  await expect.poll(async () => (await entry())?.firstAttemptAt).not.toBeNull()
  await line.enter('estimate', estimateOf('95.00', [photo.id]), [photo.id])
  const uploads = () => server.received.filter(({ path }) => path.endsWith(`/documents/${photo.id}`))
  return { line, photo, uploads }
}

it('sends the photo of an accepted estimate whose correction is refused and dismissed', async () => {
  const { line, photo, uploads } = await aCorrectionWithPhoto(933, 5)
  let estimates = 0
  let isFileRefused = true
  server.responseTo = (path) => {
    if (path.includes('/documents/')) return isFileRefused ? { status: 503, body: {} } : APPROVED
    estimates += 1
    return estimates === 1 ? APPROVED : { status: 409, body: { code: 'order_status' } }
  }
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual(['estimate!order_status', 'file'])
  const [refused] = (await line.state.current()).ops
  if (refused) await line.discard(refused)
  expect(await line.fileOf(photo.id)).toBeDefined()
  isFileRefused = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual([])
  expect(uploads()).not.toEqual([])
})

it.each([
  ['its correction is dismissed', 937, async (line: ShopQueue, refused: ShopOp) => line.discard(refused)],
  [
    'another one without a photo replaces its correction',
    938,
    async (line: ShopQueue) => line.enter('estimate', estimateOf('99.00'), []),
  ],
] as const)(
  'sends the photo of an estimate that an earlier build had sent, although %s',
  async (...given) => {
    const [, orderId, remove] = given
    const { line, photo, uploads } = await aCorrectionWithPhoto(orderId, 8)
    const db = dbOf(orderId)
    onTestFinished(() => db.close())
    const ops = await db.ops.toCollection().sortBy('seq')
    const [first, correction] = ops.filter(({ kind }) => kind === 'shop.estimate')
    // That build did not release the photo, which waits for the refused correction.
    const trouble = { class: 'rejected', status: 409, code: 'order_status', at: 1 } as const
    const { queue: _lane, ...rest } = correction as OpRow
    await db.ops.put({ ...rest, state: 'rejected', trouble })
    await db.ops.delete(first?.id ?? '')
    const receipt = {
      kind: 'shop.estimate',
      entityId: first?.entityId ?? '',
      status: 200,
      rev: 1,
      ackedAt: 1,
    }
    await db.receipts.put({ ...receipt, id: first?.id ?? '', op: first })
    const [refused] = (await line.state.current()).ops
    if (refused) await remove(line, refused)
    expect(await line.fileOf(photo.id)).toBeDefined()
    server.isDown = false
    line.nudge()
    await expect.poll(() => waiting(line)).toEqual([])
    expect(uploads()).toHaveLength(1)
  },
)

it('sends the photo of an estimate that was tried, although its correction was replaced by one without', async () => {
  const { line, uploads } = await aCorrectionWithPhoto(934, 6)
  await line.enter('estimate', estimateOf('99.00'), [])
  expect(await waiting(line)).toEqual(['estimate', 'file', 'estimate'])
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual([])
  expect(uploads()).toHaveLength(1)
})

it('sends a completion after the estimate that replaces the one which a restored server refused', async () => {
  const line = await open(936)
  server.responseTo = () => ({ status: 200, body: { id: 936, status: 'approved', rev: 7 } })
  await line.enter('estimate', estimateOf('90.00'), [])
  await expect.poll(() => waiting(line)).toEqual([])
  const sent = server.received[0]?.key
  let isRefused = true
  server.responseTo = (path) => {
    if (path.endsWith('/receipts')) return { status: 200, body: { missing: [sent] } }
    if (!isRefused) return { status: 200, body: { id: 936, status: 'approved', rev: 6 } }
    return path.endsWith('/complete')
      ? { status: 503, body: {} }
      : { status: 409, body: { code: 'order_status' } }
  }
  await line.enter('complete', { odometer: 41_900 }, [])
  await expect.poll(async () => (await rowsOf(936))[0]?.state).toBe('retry')
  await line.storeOrder(anOrder({ id: 936, status: 'active', rev: 5 }))
  await expect.poll(() => waiting(line)).toEqual(['estimate!order_status', 'complete'])
  // The page does not show it as being sent.
  const held = (await line.state.current()).ops.map(({ isHeld = false }) => isHeld)
  expect(held).toEqual([false, true])
  isRefused = false
  await line.enter('estimate', estimateOf('91.00'), [])
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual([])
  expect(paths().slice(-2)).toEqual(['estimate', 'complete'])
})

it('bases an estimate on the last one that was sent, although the clock was set back since', async () => {
  const line = await open(935)
  server.responseTo = () => ({ status: 200, body: { id: 935, status: 'awaiting_approval', rev: 5 } })
  await line.storeOrder(anOrder({ rev: 4, status: 'active' }))
  const day = 86_400_000
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + day)
  await line.enter('estimate', estimateOf('90.00'), [])
  await expect.poll(() => waiting(line)).toEqual([])
  vi.mocked(Date.now).mockRestore()
  await line.enter('estimate', estimateOf('95.00'), [])
  await expect.poll(() => waiting(line)).toEqual([])
  const second = server.received.at(-1)?.key
  await line.enter('estimate', estimateOf('99.00'), [])
  await expect.poll(() => bodiesOf('935/estimate').at(-1)?.based_on?.entry).toBe(second)
})

it('rejects an estimate with a photo that neither the device nor the server has', async () => {
  const line = await openIdle(923)
  const [gone, arrived] = [await photoOf(2), await photoOf(3)]
  await line.storeOrder(anOrder({ rev: 1, status: 'active', lines: [{ photos: [{ id: arrived.id }] }] }))
  await line.enter('estimate', estimateOf('90.00', [arrived.id]), [arrived.id])
  const both = [gone.id, arrived.id]
  const entering = line.enter('estimate', estimateOf('91.00', both), both)
  await expect(entering).rejects.toThrow(FilesMissing)
  await expect(entering).rejects.toMatchObject({ fileIds: [gone.id] })
  expect(await waiting(line)).toEqual(['estimate'])
})

it('ignores a slow response with the order as it was before an entry', async () => {
  const line = await open(924)
  await line.storeOrder(anOrder({ rev: 1, status: 'initiated' }))
  const slow = Promise.withResolvers<never>()
  const loading = line.storeOrder(() => slow.promise)
  server.responseTo = () => ({
    status: 200,
    body: { id: 924, rev: 2, status: 'active', lines: [], invoices: [] },
  })
  await line.enter('confirm', {}, [])
  await expect.poll(() => waiting(line)).toEqual([])
  slow.resolve(await anOrder({ rev: 1, status: 'initiated' })())
  await loading
  expect((await line.state.current()).order).toMatchObject({ rev: 2, status: 'active' })
})

it('ignores the repeated response to an entry that is older than the order', async () => {
  const line = await openIdle(925)
  await line.enter('confirm', {}, [])
  await line.storeOrder(anOrder({ rev: 5, status: 'approved' }))
  server.responseTo = () => ({
    status: 200,
    body: { id: 925, rev: 2, status: 'active', lines: [], invoices: [] },
  })
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual([])
  expect((await line.state.current()).order).toMatchObject({ rev: 5, status: 'approved' })
})

it('stores a completion and its invoice in one transaction', async () => {
  const line = await openIdle(926)
  const bill = await photoOf(4)
  const entries = [
    { kind: 'complete' as const, body: { odometer: 41_900 }, fileIds: [] },
    { kind: 'invoice' as const, body: { documents: [] }, fileIds: [bill.id] },
  ]
  // The invoice's file is missing, so not even the completion is stored.
  await expect(line.enterAll(entries)).rejects.toThrow(FilesMissing)
  expect(await waiting(line)).toEqual([])
  await line.storeFile(bill)
  await line.enterAll(entries)
  expect(await waiting(line)).toEqual(['complete', 'invoice', 'file'])
})

it('removes a refused entry when the shop enters another one of its kind', async () => {
  const line = await open(927)
  server.responseTo = () => ({ status: 409, body: { code: 'slot_taken' } })
  await line.enter('confirm', { appointment_datetime: '2026-12-01T15:00:00Z' }, [])
  await expect.poll(() => waiting(line)).toEqual(['confirm!slot_taken'])
  server.responseTo = () => ({ status: 200, body: { id: 927, status: 'active' } })
  await line.enter('confirm', { appointment_datetime: '2026-12-01T16:00:00Z' }, [])
  await expect.poll(() => waiting(line)).toEqual([])
})

const estimatesOf = async (orderId: number) =>
  (await rowsOf(orderId))
    .filter(({ kind }) => kind === 'shop.estimate')
    .map((op) => ({ id: op.id, base: payloadOfEntry(op).fields.based_on }))

/** A queued estimate that is based on revision 4, on a device that has received revision 5 since. */
async function aQueuedEstimate(orderId: number) {
  const line = await openIdle(orderId)
  await line.storeOrder(anOrder({ rev: 4, status: 'active' }))
  await line.enter('estimate', estimateOf('90.00'), [])
  await expect.poll(async () => (await rowsOf(orderId))[0]?.firstAttemptAt).not.toBeNull()
  await line.storeOrder(anOrder({ rev: 5, status: 'active' }))
  const [first] = await estimatesOf(orderId)
  return { line, first }
}

it('bases an estimate on the same as the one that it replaces, which was never sent', async () => {
  const { line, first } = await aQueuedEstimate(928)
  expect(first?.base).toEqual({ rev: 4 })
  await markUnsent(928)
  await line.enter('estimate', estimateOf('95.00'), [])
  const rows = await estimatesOf(928)
  expect(rows.map(({ base }) => base)).toEqual([{ rev: 4 }])
  expect(rows[0]?.id).not.toBe(first?.id)
  // A double tap.
  await line.enter('estimate', estimateOf('95.00'), [])
  expect(await estimatesOf(928)).toEqual(rows)
})

it('bases a correction of a tried estimate on that one and on the earlier of both revisions (APR-072)', async () => {
  const { line, first } = await aQueuedEstimate(932)
  await line.enter('estimate', estimateOf('95.00'), [])
  const rows = await estimatesOf(932)
  expect(rows.map(({ base }) => base)).toEqual([{ rev: 4 }, { rev: 4, entry: first?.id }])
  // A double tap.
  await line.enter('estimate', estimateOf('95.00'), [])
  expect(await estimatesOf(932)).toHaveLength(2)
  server.responseTo = () => ({ status: 200, body: { id: 932, status: 'awaiting_approval', rev: 7 } })
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual([])
  await line.enter('estimate', estimateOf('99.00'), [])
  await expect.poll(() => bodiesOf('932/estimate').at(-1)?.based_on).toEqual({ rev: 7, entry: rows[1]?.id })
})

it('bases an estimate that is sent again after a conflict on the order as loaded since', async () => {
  const line = await open(929)
  await line.storeOrder(anOrder({ rev: 4, status: 'active' }))
  server.responseTo = () => ({ status: 409, body: { code: 'estimate_changed' } })
  await line.enter('estimate', estimateOf('90.00'), [])
  await expect.poll(() => waiting(line)).toEqual(['estimate!estimate_changed'])
  await line.storeOrder(anOrder({ rev: 6, status: 'awaiting_approval' }))
  server.responseTo = () => APPROVED
  await line.enter('estimate', estimateOf('90.00'), [])
  await expect.poll(() => waiting(line)).toEqual([])
  expect(bodiesOf('929/estimate').map(({ based_on }) => based_on)).toEqual([{ rev: 4 }, { rev: 6 }])
})

it('bases an estimate on the order as it was when its form was first changed (APR-072)', async () => {
  const line = await open(931)
  await line.storeOrder(anOrder({ rev: 6, status: 'awaiting_approval' }))
  await line.enter('estimate', estimateOf('90.00'), [], 4)
  await expect.poll(() => waiting(line)).toEqual([])
  expect(bodiesOf('931/estimate').map(({ based_on }) => based_on)).toEqual([{ rev: 4 }])
})

it('names what the lines of a bill are based on; a completion without lines names nothing (APR-081)', async () => {
  const line = await open(951)
  await line.storeOrder(anOrder({ rev: 6, status: 'approved' }))
  const lines = [{ service_definition_id: 1, price: '90.00' }]
  await line.enter('complete', { lines, requests_approval: true }, [], 4)
  await expect.poll(() => waiting(line)).toEqual([])
  await line.enter('complete', { odometer: 41_900 }, [])
  await expect.poll(() => waiting(line)).toEqual([])
  expect(bodiesOf('951/complete').map(({ based_on }) => based_on)).toEqual([{ rev: 4 }, undefined])
})
