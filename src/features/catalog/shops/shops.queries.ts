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
