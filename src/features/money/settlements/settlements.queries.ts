import { keepPreviousData } from '@tanstack/react-query'
import type { FuelCardProvider } from '#contract/money/settlements.ts'
import { queries } from '#src/api/client.ts'

/** Settlement files of the management company, newest day first, paginated. */
export const settlementFilesQuery = (provider: FuelCardProvider | undefined) =>
  queries.settlements.list.infiniteOptions({
    input: (page: number) => ({ page, per_page: 30, ...(provider && { provider }) }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    retry: false,
  })
