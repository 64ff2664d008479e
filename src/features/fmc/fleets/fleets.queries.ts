import { keepPreviousData } from '@tanstack/react-query'
import { FLEET_QUERY_MIN, FLEETS_PER_PAGE } from '#contract/core/limits.ts'
import { queries } from '#src/api/client.ts'

/** Fleets of the affiliation, by name, page by page; a search needs at least three characters (FMC-018, FMC-022). */
export const fleetsQuery = (page: number, query: string) =>
  queries.fleets.list.queryOptions({
    input: {
      page,
      per_page: FLEETS_PER_PAGE,
      sort: 'name',
      ...(query.length >= FLEET_QUERY_MIN && { query }),
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** All fleets in figures (FMC-009). */
export const summaryQuery = () => queries.fleets.summary.queryOptions({ staleTime: 60_000, retry: false })

/** One fleet's whole record (FMC-031). */
export const oneFleetQuery = (id: number) =>
  queries.fleet.show.queryOptions({ input: { id }, staleTime: 60_000, retry: false })
