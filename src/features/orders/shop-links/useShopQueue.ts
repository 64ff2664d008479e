import { useCallback, useEffect, useMemo, useState } from 'react'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { shopDrafts } from '#src/features/orders/shop-links/estimate/shop-draft.ts'
import { useLive } from '#src/local-data/useLive.ts'
import type { Live } from '#src/offline/model/live.ts'
import { openShopQueue, type ShopQueue, type ShopState } from '#src/offline/shop/shop-queue.ts'

/** Polls while the page is visible, to pick up the fleet's decision. */
const POLL_MS = 20_000
const LINK_ENDED_CODES = ['not_signed_in', 'shop_link_revoked', 'shop_link_expired']

/**
 * Returns the local queue of one order and its state; both are undefined until it is open. Reloads the order while the
 * page is visible.
 * @throws in render StorageBlocked if the browser stores nothing
 */
export function useShopQueue(orderId: number) {
  const queue = useOpenQueue(orderId)
  const state = useLive(useMemo(() => queue?.state ?? NOT_OPEN, [queue]))

  const refresh = useCallback(async () => {
    try {
      await queue?.storeOrder(() => api.shopLinks.show({ id: orderId }))
      const { services } = await api.shopLinks.services({ id: orderId })
      await queue?.storeServices(services)
    } catch (error) {
      const { code } = toFailure(error)
      if (LINK_ENDED_CODES.includes(code)) await queue?.block(code)
    }
  }, [queue, orderId])

  useEffect(() => {
    if (!queue) return
    void refresh()
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), POLL_MS)
    const onOnline = () => void refresh()
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [queue, refresh])

  const waiting = state?.ops.length
  // An uploaded file also changes the order, and its response does not contain the order.
  useEffect(() => {
    if (waiting === 0) void refresh()
  }, [waiting, refresh])

  const refused = state?.ops.filter((op) => op.refused).length
  // After a rejection, the order on this device is outdated.
  useEffect(() => {
    if (refused) void refresh()
  }, [refused, refresh])

  return { queue, state, refresh }
}

const NOT_OPEN: Live<ShopState> = { current: () => new Promise(() => {}), subscribe: () => () => {} }

/** Opens the queue, and closes it with the page. */
function useOpenQueue(orderId: number): ShopQueue | undefined {
  const [opened, setOpened] = useState<{ queue: ShopQueue } | { error: unknown }>()
  useEffect(() => {
    const opening = openShopQueue(orderId, brandOfPage().key, shopDrafts(orderId))
    let isUnmounted = false
    opening.then(
      (queue) => !isUnmounted && setOpened({ queue }),
      (error: unknown) => !isUnmounted && setOpened({ error }),
    )
    return () => {
      isUnmounted = true
      opening.then(
        (queue) => queue.close(),
        () => {},
      )
    }
  }, [orderId])
  if (opened && 'error' in opened) throw opened.error
  return opened?.queue
}
