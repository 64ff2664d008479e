import { queries } from '#src/api/client.ts'

/** Maintenance policies of the fleet, cached for offline reading. */
export const policiesQuery = () =>
  queries.policies.list.queryOptions({
    input: {},
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/** The catalog as options, without prices (SET-035). */
export const basicServicesQuery = () =>
  queries.services.list.queryOptions({ input: { basic: true }, staleTime: 5 * 60_000, retry: false })
