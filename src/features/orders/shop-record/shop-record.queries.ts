import { queries } from '#src/api/client.ts'
import type { SearchLocation } from '#src/features/catalog/shops/shops.queries.ts'

const ORDERS_PER_PAGE = 10

/** A shop with its opening hours. */
export const shopQuery = (id: number) => queries.shops.show.queryOptions({ input: { id }, retry: false })

/** The shop with its distance; idle without an origin. */
export const shopDistanceQuery = (id: number, origin: SearchLocation | undefined) =>
  queries.shops.show.queryOptions({
    input: { id, ...origin },
    enabled: origin !== undefined,
    retry: false,
  })

/** What the fleet's own orders show about a shop. */
export const shopRecordQuery = (id: number) =>
  queries.shopRecord.show.queryOptions({ input: { shop_id: id }, staleTime: 0, retry: false })

/** The fleet's open or past orders at a shop, page by page. */
export const ordersAtShopQuery = (id: number, isActive: boolean) =>
  queries.orders.index.infiniteOptions({
    input: (page: number) => ({
      captureActive: isActive,
      withMaintenanceHistory: false,
      shop_id: id,
      page,
      per_page: ORDERS_PER_PAGE,
    }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    staleTime: 0,
    retry: false,
  })
