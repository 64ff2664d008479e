import { queries } from '#src/api/client.ts'

/** Maintenance policies of the fleet, kept on this device for reading without signal. */
export const policiesQuery = () =>
  queries.policies.list.queryOptions({
    input: {},
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/** The catalogue for choosing from, without prices (SET-035). */
export const basicServicesQuery = () =>
  queries.services.list.queryOptions({ input: { basic: true }, staleTime: 5 * 60_000, retry: false })
