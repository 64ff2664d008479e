import { keepPreviousData } from '@tanstack/react-query'
import { FLEETS_PER_PAGE } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'
import { type FleetsView, toFleetSearch } from './fleets-view.ts'

/** Fleets of the management company, 50 at a time (FMC-021, FMC-022). */
export const fleetPagesQuery = (view: FleetsView) =>
  queries.fleets.list.infiniteOptions({
    input: (page: number) => ({ ...toFleetSearch(view), page, per_page: FLEETS_PER_PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Names of all fleets, for pickers (FMC-032). */
export const allFleetsQuery = () => queries.fleets.all.queryOptions({ staleTime: 60_000, retry: false })

/** Totals of all fleets (FMC-009). */
export const summaryQuery = () => queries.fleets.summary.queryOptions({ staleTime: 60_000, retry: false })

/** Full record of one fleet (FMC-031). */
export const oneFleetQuery = (id: number) =>
  queries.fleet.show.queryOptions({ input: { id }, staleTime: 60_000, retry: false })

/** Payment types of fleets (FMC-028). */
export const paymentTypesQuery = () =>
  queries.fleets.paymentTypes.queryOptions({ staleTime: Number.POSITIVE_INFINITY, retry: false })

/** What deleting a fleet would remove, and what prevents it. */
export const deletionQuery = (id: number) =>
  queries.fleets.deletion.queryOptions({ input: { id }, staleTime: 0, gcTime: 0, retry: false })

/** Keys of all queries that list or show fleets. */
export const fleetsKeys = () => [queries.fleets.key(), queries.fleet.key()]
