import { queries } from '#src/api/client.ts'

/** Maintenance policies of the fleet, cached for offline reading. */
export const policiesQuery = () =>
  queries.policies.list.queryOptions({
    input: {},
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/** Users whom a policy can name. */
export const approversQuery = (search: string) =>
  queries.vehicles.drivers.queryOptions({
    input: search ? { search, approvers: true } : { approvers: true },
    staleTime: 60_000,
    retry: false,
  })

/** The catalog as options, without prices (SET-035). */
export const basicServicesQuery = () =>
  queries.services.list.queryOptions({ input: { basic: true }, staleTime: 5 * 60_000, retry: false })
