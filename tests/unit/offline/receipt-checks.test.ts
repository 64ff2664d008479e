import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { deviceClock } from '#src/offline/model/clock.ts'
import { shopScope } from '#src/offline/model/scope.ts'
import { NO_COPIES } from '#src/offline/queue/actions/resend-lost.ts'
import { storeOrder } from '#src/offline/shop/shop-meta.ts'
import { checkShopReceipts } from '#src/offline/shop/shop-sender.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import { openStore, type Store } from '#src/offline/storage/store.ts'
import { verifyReceipts } from '#src/offline/sync/verify-receipts.ts'
import { aPhone } from './device.ts'

const stores: Store[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const store of stores.splice(0)) store.close()
})

/** A device with one receipt. */
async function aDevice(scope = { tenantId: 3, userId: 7 }) {
  const store = await openStore(scope, deviceClock, aPhone())
  stores.push(store)
  const id = crypto.randomUUID()
  const ackedAt = deviceClock.now()
  await store.db.receipts.put({ id, kind: 'history.create', entityId: id, status: 201, rev: 1, ackedAt })
  return store
}

/** The server confirms all receipts. `meanwhile` runs while the request is in flight. */
const confirming = (meanwhile: () => Promise<unknown>) => async (): Promise<Response> => {
  await meanwhile()
  const headers = { 'X-Wheelbook-Api': '1', Date: new Date().toUTCString() }
  return new Response(JSON.stringify({ missing: [] }), { headers })
}
const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}

const check = (store: Store, fetchFn: typeof fetch, isResync = false) =>
  verifyReceipts(
    {
      store,
      clock: deviceClock,
      sender: { scope: store.scope, appName: 'wheelbook', baseUrl: '' },
      fetch: fetchFn,
      path: '/api/v4/sync/receipts',
      copies: NO_COPIES,
    },
    '1',
    isResync,
  )
const isDue = async (store: Store) =>
  (await store.read(() => readMeta(store.db, 'receiptsHeldAgainst'))) === null

describe('a check of receipts that becomes due (OFF-064)', () => {
  it('stays due although a check that began earlier succeeds', async () => {
    const store = await aDevice()
    // Another tab learns that the server was restored, and its own check fails.
    await check(
      store,
      confirming(() => check(store, offline, true)),
    )
    expect(await isDue(store)).toBe(true)
    await check(
      store,
      confirming(async () => {}),
    )
    expect(await isDue(store)).toBe(false)
  })

  it('stays due for a shop whose order comes back with an earlier revision meanwhile', async () => {
    const store = await aDevice(shopScope(4))
    const order = (rev: number) => ({ id: 4, rev }) as ShopOrder
    await store.write(() => storeOrder(store.db, order(9), null))
    const fetchFn = confirming(() => store.write(() => storeOrder(store.db, order(5), 9)))
    vi.stubGlobal('fetch', fetchFn)
    await checkShopReceipts(store, 4, 'wheelbook')
    expect(await isDue(store)).toBe(true)
    await checkShopReceipts(store, 4, 'wheelbook')
    expect(await isDue(store)).toBe(false)
  })
})
