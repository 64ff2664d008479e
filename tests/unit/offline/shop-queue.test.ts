import Dexie from 'dexie'
import { expect, it, onTestFinished, vi } from 'vitest'
import { relayShopEntries } from '#src/app/shop/relay-shop-entries.ts'
import { shopScope } from '#src/offline/model/scope.ts'
import { createShopRelay, type ShopRelay } from '#src/offline/shop/shop-relay.ts'
import { outboxDb } from '#src/offline/storage/outbox-db.ts'
import { sendFromWorker } from '#src/offline/worker-outbox.ts'
import { aDisk } from './device.ts'
import {
  APPROVED,
  draftFiles,
  drafts,
  estimateOf,
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

const estimate = estimateOf('90.00')

/** Makes the next transaction end as `how` says, once. */
function nextTransaction(how: (run: () => Promise<unknown>) => Promise<unknown>) {
  const real = Dexie.prototype.transaction
  vi.spyOn(Dexie.prototype, 'transaction').mockImplementationOnce(function (this: Dexie, ...args: unknown[]) {
    return how(() => Reflect.apply(real, this, args) as Promise<unknown>) as never
  } as never)
}

it('reports an estimate as saved that was committed although the result of the storage was lost', async () => {
  const line = await openIdle(901)
  vi.spyOn(console, 'error').mockReturnValue()
  nextTransaction(async (run) => {
    await run()
    throw new DOMException('The connection was lost', 'UnknownError')
  })
  await line.enter('estimate', estimate, [])
  const { ops } = await line.state.current()
  expect(ops.map(({ kind, body }) => [kind, body])).toEqual([['estimate', estimate]])
})

it('waits for storage that does not respond, and reports neither success nor failure in the meantime', async () => {
  const line = await openIdle(902)
  let goOn = () => {}
  nextTransaction(async (run) => {
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    return run()
  })
  const onEnd = vi.fn()
  const entering = line.enter('estimate', estimate, []).then(
    () => onEnd('saved'),
    () => onEnd('not saved'),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(onEnd).not.toHaveBeenCalled()
  goOn()
  await entering
  expect(onEnd.mock.calls).toEqual([['saved']])
})

it('reports a failure only if nothing was stored', async () => {
  const line = await openIdle(903)
  const disk = aDisk()
  disk.isFull = true
  await expect(line.enter('estimate', estimate, [])).rejects.toThrow()
  expect(await waiting(line)).toEqual([])
})

it('sends what waits on a disk that has become full since, once', async () => {
  const line = await openIdle(904)
  await line.enter('confirm', {}, [])
  await line.enter('estimate', estimate, [])
  aDisk().isFull = true
  server.isDown = false
  line.nudge()
  await expect.poll(paths).toEqual(['confirm', 'estimate'])
  await expect.poll(() => waiting(line)).toEqual([])
})

it('sends an estimate before its photo, and removes both from the device', async () => {
  const line = await open(905)
  const photo = await photoOf(1)
  await line.storeFile(photo)
  await line.enter('estimate', estimateOf('90.00', [photo.id]), [photo.id])
  await expect.poll(paths).toEqual(['estimate', `documents/${photo.id}`])
  await expect.poll(() => waiting(line)).toEqual([])
  expect(await line.fileOf(photo.id)).toBeUndefined()
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(estimateOf('90.00', [photo.id]))
  expect((await line.state.current()).order).toMatchObject({ status: 'awaiting_approval' })
})

it('replaces an estimate that was never sent, and keeps a photo that both include', async () => {
  const line = await openIdle(906)
  const [shared, dropped] = [await photoOf(2), await photoOf(3)]
  await line.storeFile(shared)
  await line.storeFile(dropped)
  await line.enter('estimate', estimateOf('90.00'), [shared.id, dropped.id])
  await line.enter('estimate', estimateOf('95.00'), [shared.id])
  // A double tap.
  await line.enter('estimate', estimateOf('95.00'), [shared.id])
  const { ops } = await line.state.current()
  // One attempt may have been made before the network was known to be down: then both estimates are sent, in order.
  expect(ops.filter(({ kind }) => kind === 'file').length).toBeLessThanOrEqual(2)
  expect(await line.fileOf(shared.id)).toMatchObject({ name: '2.jpg' })
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual([])
  const estimates = server.received.filter(({ path }) => path.endsWith('/estimate'))
  expect(JSON.parse(estimates.at(-1)?.body ?? '')).toEqual(estimateOf('95.00'))
  expect(paths().filter((path) => path === `documents/${shared.id}`)).toHaveLength(1)
})

it('keeps the photo of a corrected estimate when the first one is refused and discarded', async () => {
  const line = await openIdle(907)
  const photo = await photoOf(4)
  await line.storeFile(photo)
  await line.enter('estimate', estimateOf('90.00'), [photo.id])
  // The first estimate has been tried, so the second does not replace it.
  const first = async () => (await rowsOf(907)).find(({ kind }) => kind === 'shop.estimate')
  await expect.poll(async () => (await first())?.firstAttemptAt).not.toBeNull()
  await line.enter('estimate', estimateOf('95.00'), [photo.id])
  let isFirst = true
  server.responseTo = (path) => {
    if (!path.endsWith('/estimate') || !isFirst) return APPROVED
    isFirst = false
    return { status: 422, body: { code: 'validation' } }
  }
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual(['estimate!validation'])
  expect(paths()).toEqual(['estimate', 'estimate', `documents/${photo.id}`])
  const [refused] = (await line.state.current()).ops
  if (refused) await line.discard(refused)
  expect(await waiting(line)).toEqual([])
})

it('deletes the photos of a dismissed entry, except those that a form includes', async () => {
  const line = await openIdle(923)
  const [remaining, unused] = [await photoOf(1), await photoOf(2)]
  for (const photo of [remaining, unused]) await line.storeFile(photo)
  await line.enter('estimate', estimateOf('90.00', [remaining.id, unused.id]), [remaining.id, unused.id])
  server.responseTo = () => ({ status: 422, body: { code: 'validation' } })
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual(['estimate!validation'])
  draftFiles.add(remaining.id)
  const [refused] = (await line.state.current()).ops
  if (refused) await line.discard(refused)
  expect(await line.fileOf(unused.id)).toBeUndefined()
  expect(await line.fileOf(remaining.id)).toMatchObject({ name: '1.jpg' })
  // The form is given up, and no other page could still include the photo.
  draftFiles.clear()
  const second = await open(923)
  expect(await second.fileOf(remaining.id)).toBeDefined()
  second.close()
  line.close()
  await expect.poll(async () => (await open(923)).fileOf(remaining.id)).toBeUndefined()
})

it('deletes no photo of a form whose draft a killed browser has lost and the copies restore', async () => {
  const line = await openIdle(924)
  const photo = await photoOf(1)
  await line.storeFile(photo)
  line.close()
  drafts.restore = async () => {
    draftFiles.add(photo.id)
    return true
  }
  const reopened = await open(924)
  onTestFinished(() => draftFiles.clear())
  expect(await reopened.fileOf(photo.id)).toBeDefined()
  reopened.close()
  // The drafts cannot be read this time.
  draftFiles.clear()
  drafts.restore = async () => false
  expect(await (await open(924)).fileOf(photo.id)).toBeDefined()
})

it('drops a photo that a later estimate removed from the order', async () => {
  const line = await open(908)
  const photo = await photoOf(5)
  server.responseTo = (path) =>
    path.includes('documents') ? { status: 410, body: { code: 'gone' } } : APPROVED
  await line.storeFile(photo)
  await line.enter('estimate', estimate, [photo.id])
  await expect.poll(paths).toEqual(['estimate', `documents/${photo.id}`])
  await expect.poll(() => waiting(line)).toEqual([])
})

it('stops when the link has ended, and sends the rest under the same keys once a new one is open', async () => {
  const line = await open(909)
  server.responseTo = () => ({ status: 410, body: { code: 'shop_link_revoked' } })
  await line.enter('confirm', {}, [])
  await expect.poll(async () => (await line.state.current()).blockedBy).toBe('shop_link_revoked')
  expect(await waiting(line)).toEqual(['confirm'])
  server.responseTo = () => APPROVED
  await line.storeOrder(async () => ({ id: 909, status: 'initiated' }) as never)
  await expect.poll(() => waiting(line)).toEqual([])
  expect((await line.state.current()).blockedBy).toBeNull()
  expect(new Set(server.received.map(({ key }) => key)).size).toBe(1)
})

it('sends from the worker what a closed page has left', async () => {
  const line = await openIdle(910)
  await line.enter('confirm', {}, [])
  line.close()
  server.isDown = false
  // The first outbox of this device cannot be opened, which must not stop the others.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(Dexie.prototype, 'open').mockImplementationOnce(() => Dexie.Promise.reject(new Error('damaged')))
  expect(await sendFromWorker()).toBe(true)
  // Other orders of this device are sent too.
  const sent = server.received.filter(({ path }) => path.includes('/910/'))
  expect(sent.map(({ path }) => path)).toEqual(['/api/v4/shop_links/910/confirm'])
  expect(await rowsOf(910)).toEqual([])
})

it('sends from the worker although a full disk could not store the name of the app', async () => {
  const line = await openIdle(937)
  await line.enter('confirm', {}, [])
  line.close()
  const db = outboxDb(shopScope(937))
  await db.meta.delete('appName')
  db.close()
  server.isDown = false
  await sendFromWorker()
  expect(await rowsOf(937)).toEqual([])
})

it('sends from a page of another order what a closed page has left, with its photo', async () => {
  const photo = await photoOf(7)
  const line = await openIdle(920)
  await line.storeFile(photo)
  await line.enter('estimate', estimateOf('90.00', [photo.id]), [photo.id])
  line.close()
  const blocked = await openIdle(921)
  await blocked.block('shop_link_revoked')
  await blocked.enter('confirm', {}, [])
  blocked.close()
  server.isDown = false
  const relay = createShopRelay('wheelbook', 922)
  await relay.look()
  const sent = () => server.received.filter(({ path }) => /\/92[01]\//.test(path)).map(({ path }) => path)
  await expect
    .poll(sent)
    .toEqual(['/api/v4/shop_links/920/estimate', `/api/v4/shop_links/920/documents/${photo.id}`])
  await expect.poll(() => rowsOf(920)).toEqual([])
  // An ended link stays blocked until its own page is opened.
  expect((await rowsOf(921)).map(({ kind }) => kind)).toEqual(['shop.confirm'])
  relay.close()
})

it('sends what a closed page has left in a browser that does not list databases', async () => {
  const { indexedDB: dexies } = Dexie.dependencies
  Object.defineProperty(dexies, 'databases', { value: undefined, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(dexies, 'databases'))
  vi.stubGlobal('indexedDB', dexies)
  const brand = { textContent: JSON.stringify({ key: 'wheelbook' }) }
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: () => brand })
  const line = await openIdle(930)
  await line.enter('confirm', {}, [])
  line.close()
  server.isDown = false
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('setInterval', () => 0)
  relayShopEntries(931)
  await expect.poll(() => rowsOf(930)).toEqual([])
})

it.each([
  ['the order has an earlier revision than before', 912, 5],
  ['the order was changed since the restore', 941, 1_790_000_000],
])('sends again what a restored server lost, under the same key: %s', async (_, id, rev) => {
  const line = await open(id)
  server.responseTo = () => ({ status: 200, body: { id, status: 'active', rev: 7 } })
  await line.enter('confirm', {}, [])
  await line.enter('estimate', estimate, [])
  await expect.poll(() => waiting(line)).toEqual([])
  const [confirmation, sent] = server.received.map(({ key }) => key)
  server.responseTo = (path) =>
    path.endsWith('/receipts')
      ? { status: 200, body: { missing: [sent] } }
      : { status: 200, body: { id, status: 'awaiting_approval', rev: 7 } }
  // The next check would be a day later.
  await line.storeOrder(async () => ({ id, status: 'active', rev }) as never)
  await expect.poll(() => server.received.map(({ key }) => key)).toEqual([confirmation, sent, sent])
  await expect.poll(() => waiting(line)).toEqual([])
})

it('sends again what a restored server lost of the days when the clock of the device was ahead', async () => {
  const line = await open(913)
  server.responseTo = () => ({ status: 200, body: { id: 913, status: 'active', rev: 7 } })
  await line.enter('confirm', {}, [])
  await expect.poll(() => waiting(line)).toEqual([])
  const [confirmation] = server.received.map(({ key }) => key)
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() - 3 * 86_400_000)
  server.responseTo = (path) =>
    path.endsWith('/receipts')
      ? { status: 200, body: { missing: [confirmation] } }
      : { status: 200, body: { id: 913, status: 'active', rev: 6 } }
  await line.storeOrder(async () => ({ id: 913, status: 'initiated', rev: 5 }) as never)
  await expect.poll(() => server.received.map(({ key }) => key)).toEqual([confirmation, confirmation])
})

it.each([
  ['another page', 914, async (relay: ShopRelay) => relay.look()],
  ['the worker', 915, async () => sendFromWorker()],
] as const)(
  'sends again from %s what a restored server lost of an order whose page is closed',
  async (...given) => {
    const [, orderId, look] = given
    const line = await open(orderId)
    await line.enter('complete', { odometer: 41_900 }, [])
    await expect.poll(() => waiting(line)).toEqual([])
    line.close()
    const [sent] = server.received.map(({ key }) => key)
    server.responseTo = (path) =>
      path.endsWith(`/${orderId}/receipts`) ? { status: 200, body: { missing: [sent] } } : APPROVED
    const relay = createShopRelay('wheelbook', null)
    onTestFinished(relay.close)
    await look(relay)
    await expect.poll(() => server.received.map(({ key }) => key)).toEqual([sent, sent])
    await expect.poll(() => rowsOf(orderId)).toEqual([])
  },
)

it('checks later what a restored server lost, although the first check fails', async () => {
  const line = await open(916)
  server.responseTo = () => ({ status: 200, body: { id: 916, status: 'active', rev: 7 } })
  await line.enter('confirm', {}, [])
  await expect.poll(() => waiting(line)).toEqual([])
  const nothingMissing = { status: 200, body: { missing: [] } }
  server.responseTo = () => nothingMissing
  await line.storeOrder(async () => ({ id: 916, status: 'active', rev: 7 }) as never)
  const [sent] = server.received.map(({ key }) => key)
  server.responseTo = () => ({ status: 503, body: {} })
  await line.storeOrder(async () => ({ id: 916, status: 'initiated', rev: 5 }) as never)
  server.responseTo = (path) =>
    path.endsWith('/receipts') ? { status: 200, body: { missing: [sent] } } : APPROVED
  await line.storeOrder(async () => ({ id: 916, status: 'initiated', rev: 5 }) as never)
  await expect.poll(() => server.received.map(({ key }) => key)).toEqual([sent, sent])
})

it('takes over what an earlier build has stored, under the same keys', async () => {
  const photo = await photoOf(6)
  const earlier = new Dexie('wheelbook-shop:911')
  earlier.version(1).stores({ ops: '++seq, id, parentId', files: 'id', meta: 'k' })
  const [sent, fileOp, refused] = ['a', 'b', 'c'].map((end) => `00000000-0000-7000-8000-00000000001${end}`)
  const common = { enteredAt: 1, nextAt: 0, parentId: null, refused: null }
  await earlier.table('ops').bulkAdd([
    { ...common, id: refused, kind: 'confirm', body: {}, attempts: 1, refused: { code: 'slot_taken' } },
    { ...common, id: sent, kind: 'estimate', body: estimate, attempts: 2 },
    { ...common, id: fileOp, kind: 'file', body: { fileId: photo.id }, parentId: sent, attempts: 0 },
  ])
  await earlier.table('files').add(photo)
  await earlier.table('meta').add({ k: 'order', v: { id: 911, status: 'active' } })
  earlier.close()
  server.isDown = true
  const line = await open(911)
  expect(await waiting(line)).toEqual(['confirm!slot_taken', 'estimate', 'file'])
  expect((await line.state.current()).order).toMatchObject({
    status: 'active',
    rejected_lines: [],
    promotion: null,
  })
  server.isDown = false
  line.nudge()
  await expect.poll(() => waiting(line)).toEqual(['confirm!slot_taken'])
  expect(server.received.map(({ key }) => key)).toEqual([sent, fileOp])
  expect(server.received[0]?.body).toBe(JSON.stringify(estimate))
  // Opened again: nothing is sent twice.
  const again = await open(911)
  expect(await waiting(again)).toEqual(['confirm!slot_taken'])
})
