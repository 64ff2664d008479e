import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'

/** Shops around a zip or postal code, nearest first; only with a connection (MHX-016). */
export const shopsNearQuery = (zip: string) =>
  queries.shops.select.queryOptions({
    input: { zip, page: 1, per_page: 20 },
    enabled: zip !== '',
    staleTime: 10 * 60_000,
    placeholderData: keepPreviousData,
  })

/** Where to search: a zip or postal code, or where the device is (SHP-006). */
export type SearchPlace = { zip: string } | { latitude: number; longitude: number }

export interface ShopSearchOf {
  place: SearchPlace | null
  vehicleId: number | null
  services: readonly { service_definition_id: number; position: string }[]
}

/** Shops near a place, page by page from 1, with prices for the services (SHP-002, SHP-008, SHP-009). */
export const shopSearchQuery = ({ place, vehicleId, services }: ShopSearchOf) =>
  queries.shops.select.infiniteOptions({
    input: (page: number) => ({
      ...place,
      ...(vehicleId !== null && { vehicle_id: vehicleId }),
      ...(services.length > 0 && {
        services_requested: services.map(({ service_definition_id, position }) => ({
          service_definition_id,
          ...(position && { position }),
        })),
      }),
      page,
      per_page: 10,
    }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    enabled: place !== null,
    staleTime: 60_000,
    retry: false,
  })

/** Favourites as the server has them (SHP-013); without signal the copies of this device do. */
export const favoritesQuery = () => queries.shops.favorites.queryOptions({ staleTime: 0, retry: false })
