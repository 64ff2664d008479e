import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { deviceClock } from '#src/offline/model/clock.ts'
import { isFileOp } from '#src/offline/model/op-row.ts'
import { NO_COPIES } from '#src/offline/queue/actions/resend-lost.ts'
import { readEntities } from '#src/offline/queue/existing.ts'
import { changeQueue } from '#src/offline/queue/working-queue.ts'
import type { SenderContext } from '#src/offline/sender/send-lane.ts'
import { createUnrecordedState } from '#src/offline/sender/unrecorded.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { type ReceiptsResult, verifyReceipts } from '#src/offline/sync/verify-receipts.ts'
import { createBreaker } from '#src/offline/transport/breaker.ts'
import { releaseFilesOf } from './shared-files.ts'
import { storeOrder } from './shop-meta.ts'

/** What differs between a page and the worker. */
type ShopSenderParts = Pick<SenderContext, 'isVisible' | 'transport' | 'sender' | 'onContact'>

/** The sender of one order's entries. The response to an entry is the order as it is afterwards. */
export const shopSenderContext = (store: Store, parts: ShopSenderParts): SenderContext => ({
  ...parts,
  store,
  clock: deviceClock,
  random: Math.random,
  breaker: createBreaker(deviceClock, parts.isVisible),
  unrecorded: createUnrecordedState(),
  async onAcked(op, { body }) {
    if (isFileOp(op)) return
    const { db } = store
    await store.writeForSending(async () =>
      changeQueue(db, await readEntities(db, [op.entityId]), (queue) => releaseFilesOf(queue, op)),
    )
    // The response to a repeated attempt may be older than the stored order.
    await store.write(() => storeOrder(db, body as ShopOrder, null))
  },
})

/**
 * Compares the receipts of one order with the server, once a day and after the order came back with an earlier revision.
 * A shop's device has no epoch to compare, and keeps no copies of sent files: the shop takes the photo again.
 */
export const checkShopReceipts = (store: Store, orderId: number, appName: string): Promise<ReceiptsResult> =>
  verifyReceipts(
    {
      store,
      clock: deviceClock,
      sender: { scope: store.scope, appName, baseUrl: '' },
      fetch: (...request) => fetch(...request),
      path: `/api/v4/shop_links/${orderId}/receipts`,
      copies: NO_COPIES,
      // The link or its session has ended.
      isOver: (status) => status === 401 || status === 410,
    },
    null,
    false,
  )
