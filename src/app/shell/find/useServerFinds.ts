import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { ORDER_SEARCH_MAX } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'
import { allFleetsQuery } from '#src/features/fmc/fleets/fleets.queries.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useMode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

const DELAY_MS = 300
const SHORTEST = 2
/** Local results are already on the screen. */
const TIMEOUT_MS = 6000
const RESULTS_MAX = 8
const options = {
  retry: false,
  staleTime: 60_000,
  gcTime: 60_000,
  placeholderData: keepPreviousData,
} as const
const context = { timeoutMs: TIMEOUT_MS }

/**
 * Asks the server for what this device does not have: users, the fleets of a management company, and, until the first
 * load is complete, vehicles and orders. Waits for a pause in typing; a newer question cancels the one before.
 */
export function useServerFinds(typed: string, hasAllRows: boolean) {
  const { can } = useSession()
  const isOnline = useOnline()
  const isCompany = useMode() === 'fmc'
  const search = useDelayed(typed.trim().slice(0, ORDER_SEARCH_MAX), DELAY_MS)
  const isAsking = isOnline && search.length >= SHORTEST
  const page = { search, page: 1, per_page: RESULTS_MAX }
  const mayReadUsers = can(isCompany ? 'fmcUsers.read' : 'users.read')
  const users = useQuery({
    ...(isCompany
      ? queries.users.fmc.queryOptions({ input: isAsking && mayReadUsers ? page : skipToken, context })
      : queries.users.list.queryOptions({ input: isAsking && mayReadUsers ? page : skipToken, context })),
    ...options,
  })
  const fleets = useQuery({ ...allFleetsQuery(), enabled: isOnline && isCompany && can('fleets.list') })
  const isPartial = isAsking && !hasAllRows
  const vehicles = useQuery({
    ...queries.vehicles.list.queryOptions({ input: isPartial ? page : skipToken, context }),
    ...options,
  })
  const orders = useQuery({
    ...queries.orders.index.queryOptions({
      input: isPartial ? { ...page, captureActive: true } : skipToken,
      context,
    }),
    ...options,
  })
  const searches = [users, vehicles, orders]
  const isShort = typed.trim().length < SHORTEST
  return {
    users: isShort ? [] : (users.data?.users ?? []),
    /** Undefined until they are loaded. */
    fleets: fleets.data?.fleets,
    /** Whether `users` answers what is typed; until then it answers an earlier text. */
    hasUsersOfTyped: search === typed.trim() && users.data !== undefined && !users.isPlaceholderData,
    vehicles: isShort || hasAllRows || vehicles.isPlaceholderData ? [] : (vehicles.data?.vehicles ?? []),
    orders: isShort || hasAllRows || orders.isPlaceholderData ? [] : (orders.data?.orders ?? []),
    isAsking:
      isOnline &&
      !isShort &&
      (mayReadUsers || !hasAllRows) &&
      (search !== typed.trim() || searches.some(({ isFetching }) => isFetching)),
    hasFailed: searches.some(({ isError }) => isError),
    isOnline,
  }
}
