import { scopeOfShopOutbox } from '#src/offline/model/scope.ts'
import type { ShopRelay } from '#src/offline/shop/shop-relay.ts'

/** Interval of the fallback check, in case every event was missed. */
const LOOK_MS = 60_000

/**
 * Sends what waits on this device for orders of shop links whose pages are closed, from every page of the app. Loads the
 * code only if the device has such an order: most devices have none.
 * @param ownOrderId the order of this page, which sends its own entries; null: none
 */
export function relayShopEntries(ownOrderId: number | null): void {
  let loading: Promise<ShopRelay> | undefined
  const look = async () => {
    if (document.visibilityState !== 'visible') return
    if (!loading && !(await hasOtherOrder(ownOrderId))) return
    loading ??= load(ownOrderId).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    await (await loading).look()
  }
  const lookSafely = () =>
    void look().catch((error: unknown) =>
      console.error('Other orders on this device could not be looked at', error),
    )
  addEventListener('online', lookSafely)
  addEventListener('focus', lookSafely)
  addEventListener('pageshow', lookSafely)
  document.addEventListener('visibilitychange', lookSafely)
  setInterval(lookSafely, LOOK_MS)
  lookSafely()
}

async function load(ownOrderId: number | null): Promise<ShopRelay> {
  const [{ createShopRelay }, { brandOfPage }] = await Promise.all([
    import('#src/offline/shop/shop-relay.ts'),
    import('#src/brand/page-brand.ts'),
  ])
  return createShopRelay(brandOfPage().key, ownOrderId)
}

/**
 * Returns whether the device may have entries of another order. True in browsers that do not list databases (Firefox
 * before 2024): there the relay looks itself, because Dexie records their names.
 */
async function hasOtherOrder(ownOrderId: number | null): Promise<boolean> {
  const databases = await indexedDB.databases?.()
  if (!databases) return true
  return databases.some(({ name }) => {
    const scope = scopeOfShopOutbox(name ?? '')
    return scope !== null && scope.shopOrderId !== ownOrderId
  })
}
