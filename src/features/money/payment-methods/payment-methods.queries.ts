import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'

/**
 * The token that the card form starts with (PAY-010). Each form fetches its own and keeps it: a new token would reset
 * the form and lose what was typed, for example after switching apps.
 */
export const cardTokenQuery = () =>
  queries.paymentMethods.clientToken.queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })

/** The fleet's payment methods (PAY-015). Not stored on the device. */
export const methodsQuery = () => queries.paymentMethods.list.queryOptions()

/** The fleet's WEX account number (PAY-030). */
export const accountNumberQuery = (fleetId: number) =>
  queries.paymentMethods.mapping.queryOptions({ input: { fleetId } })

/** Users of the fleet that match a search, from the server (PAY-009). */
export const methodUsersQuery = (typed: string) =>
  queries.users.list.queryOptions({
    input: { per_page: 50, ...(typed && { search: typed }) },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
