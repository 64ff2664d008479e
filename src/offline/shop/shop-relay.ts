import { deviceClock } from '#src/offline/model/clock.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { blockReason } from '#src/offline/sender/claim.ts'
import { hasQueued } from '#src/offline/sender/round.ts'
import type { SenderControl } from '#src/offline/sender/sender-control.ts'
import { listShopOutboxes } from '#src/offline/storage/other-outboxes.ts'
import { openStore, type Store } from '#src/offline/storage/store.ts'
import type { ReceiptsResult } from '#src/offline/sync/verify-receipts.ts'
import { openShopSender } from './open-shop-sender.ts'
import { checkShopReceipts } from './shop-sender.ts'

/** Minimum time between two checks of an order's receipts: one that fails stays due. */
const CHECK_INTERVAL_MS = 3_600_000

/** Sends what waits on this device for the orders of shop links whose pages are closed. */
export interface ShopRelay {
  /**
   * Looks for orders with queued entries, or entries that a restored server lost, and starts sending them. Stops sending
   * for those that are done. Concurrent calls share one run.
   */
  look(): Promise<void>
  close(): void
}

/**
 * Creates the relay of a page. Without background sync, entries would otherwise wait until the page of their order is
 * opened again (docs/offline.md row 11).
 * @param ownOrderId the order of this page, which sends its own entries; null: none
 */
export function createShopRelay(appName: string, ownOrderId: number | null): ShopRelay {
  const open = new Map<number, { store: Store; sender: SenderControl }>()
  /** When the receipts of an order were last compared, by the clock that does not jump. */
  const checkedAt = new Map<number, number>()
  let looking: Promise<void> | null = null
  let isClosed = false

  /** A shop may never open the page of a completed order again, so nothing else finds that a server lost its entries. */
  async function checkReceipts(store: Store, orderId: number): Promise<ReceiptsResult> {
    const last = checkedAt.get(orderId)
    if (last !== undefined && performance.now() - last < CHECK_INTERVAL_MS) return 'held'
    const result = await checkShopReceipts(store, orderId, appName)
    if (result !== 'offline') checkedAt.set(orderId, performance.now())
    return result
  }

  /** @returns whether the network is there, as far as known */
  async function lookAt(scope: Scope, orderId: number, { checks }: { checks: boolean }): Promise<boolean> {
    const known = open.get(orderId)
    const store = known?.store ?? (await openStore(scope, deviceClock))
    // An ended link or session waits until the shop opens the order's page: starting would lift that pause.
    const mayCall = async () => !isClosed && (await blockReason(store.db)) === null
    const result =
      checks && (await mayCall())
        ? await checkReceipts(store, orderId).catch((error: unknown) => {
            console.error('The receipts of another order could not be checked', error)
            return 'failed' as const
          })
        : 'held'
    const isDue = (await mayCall()) && (await hasQueued({ store }))
    if (isDue && !known) {
      const { sender } = openShopSender(store, appName)
      open.set(orderId, { store, sender })
      sender.start()
    } else if (!isDue) {
      open.delete(orderId)
      if (known) known.sender.close()
      else store.close()
    }
    return result !== 'offline'
  }

  /** Starts what is queued before it checks receipts, which takes long on a bad network. */
  async function lookAtAll(): Promise<void> {
    const scopes = await listShopOutboxes()
    for (const checks of [false, true])
      for (const scope of scopes) {
        const orderId = scope.shopOrderId
        if (orderId === undefined || orderId === ownOrderId || isClosed) continue
        // One outbox that cannot be opened must not stop the others.
        const isOnline = await lookAt(scope, orderId, { checks }).catch((error: unknown) => {
          console.error('The outbox of another order could not be sent', error)
          return true
        })
        if (!isOnline) return
      }
  }

  return {
    look() {
      looking ??= lookAtAll().finally(() => {
        looking = null
      })
      return looking
    },
    close() {
      isClosed = true
      for (const { sender } of open.values()) sender.close()
      open.clear()
    },
  }
}
