import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'

/** Shops near a zip or postal code, nearest first; needs a connection (MHX-016). */
export const shopsNearQuery = (zip: string) =>
  queries.shops.select.queryOptions({
    input: { zip, page: 1, per_page: 20 },
    enabled: zip !== '',
    staleTime: 10 * 60_000,
    placeholderData: keepPreviousData,
  })

/** Center of the search: a zip or postal code, or the device's location (SHP-006). */
export type SearchLocation = { zip: string } | { latitude: number; longitude: number }

export interface ShopSearchParams {
  place: SearchLocation | null
  /** Words of the name or the city; empty: any. */
  name: string
  vehicleId: number | null
  services: readonly { service_definition_id: number; position: string }[]
}

/** Shops near a location, or of the country by name, with prices for the services, in pages from 1 (SHP-002, SHP-008, SHP-009). */
export const shopSearchQuery = ({ place, name, vehicleId, services }: ShopSearchParams) =>
  queries.shops.select.infiniteOptions({
    input: (page: number) => ({
      ...place,
      ...(name && { name }),
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
    enabled: place !== null || name !== '',
    staleTime: 60_000,
    retry: false,
  })

/** Shops of the country by words of their name or city; idle without words. */
export const shopsNamedQuery = (name: string) =>
  queries.shops.select.queryOptions({
    input: { name, page: 1, per_page: 20 },
    enabled: name !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Favorites on the server (SHP-013); offline, the local copies are used instead. */
export const favoritesQuery = () => queries.shops.favorites.queryOptions({ staleTime: 0, retry: false })
