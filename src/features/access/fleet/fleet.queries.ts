import { queries } from '#src/api/client.ts'

/** Fleets of a fuel-card account (BRD-074); cached, so that the selector works offline. */
export const accountFleetsQuery = (accountId: number | undefined) =>
  queries.fleet.accountFleets.queryOptions({
    input: { accountId: accountId ?? 0 },
    enabled: accountId !== undefined,
    staleTime: 5 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/** The full record of the session's fleet. */
export const fleetQuery = () => queries.fleet.me.queryOptions({ staleTime: 60_000 })
