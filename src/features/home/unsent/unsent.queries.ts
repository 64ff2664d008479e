import { queries } from '#src/api/client.ts'

/** Devices of the fleet with entries that have not arrived; asked again while somebody looks. */
export const unsentQuery = (page: number, perPage: number) =>
  queries.sync.unsent.queryOptions({
    input: { page, per_page: perPage },
    staleTime: 15_000,
    refetchInterval: 30_000,
    retry: false,
  })
