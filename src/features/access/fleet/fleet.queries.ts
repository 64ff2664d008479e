import { queries } from '#src/api/client.ts'

/** Fleets of a fuel-card account (BRD-074); kept, so that the selector shows without signal what it last showed. */
export const accountFleetsQuery = (accountId: number | undefined) =>
  queries.fleet.accountFleets.queryOptions({
    input: { accountId: accountId ?? 0 },
    enabled: accountId !== undefined,
    staleTime: 5 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/** The whole record of the fleet that the session stands in. */
export const fleetQuery = () => queries.fleet.me.queryOptions({ staleTime: 60_000 })
