import { queries } from '#src/api/client.ts'

/** Devices of the fleet with unsent entries; polled while shown. */
export const unsentQuery = (page: number, perPage: number) =>
  queries.sync.unsent.queryOptions({
    input: { page, per_page: perPage },
    staleTime: 15_000,
    refetchInterval: 30_000,
    retry: false,
  })
