import { keepPreviousData } from '@tanstack/react-query'
import type { UserContext } from '#domain/access/user-rules.ts'
import { FLEET_QUERY_MIN, FLEETS_PER_PAGE } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'
import type { UsersList } from './users-list.ts'

/** One page of the users of a context (USR-046). The last one shown without a search is also available offline. */
export function usersQuery(context: UserContext, { q, page, sort, size }: UsersList) {
  const input = { page, sort, per_page: size, ...(q && { search: q }) }
  const isFirst = page === 1 && !q
  const how = {
    placeholderData: keepPreviousData,
    ...(isFirst && { gcTime: Number.POSITIVE_INFINITY, meta: { persist: true } }),
  }
  return context === 'fmc'
    ? queries.users.fmc.queryOptions({ input, ...how })
    : queries.users.list.queryOptions({ input, ...how })
}

/** One user with the server's current data (USR-047). */
export const userQuery = (fleetId: number, userId: number) =>
  queries.users.show.queryOptions({
    input: { id: fleetId, userId },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Roles of the server, or those of management companies (USR-025). */
export const rolesQuery = (context: UserContext) =>
  queries.fleet.roles.queryOptions({ input: { fmc: context === 'fmc' }, staleTime: Number.POSITIVE_INFINITY })

/** Fleets of the management company as options; the server's search needs a minimum of characters (FMC-018). */
export const fleetChoicesQuery = (typed: string) =>
  queries.fleets.list.queryOptions({
    input: { per_page: FLEETS_PER_PAGE, ...(typed.length >= FLEET_QUERY_MIN && { query: typed }) },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Audit log of one user or of the whole context, newest first. */
export const changesQuery = (context: UserContext, userId: number | undefined) =>
  queries.users.audit.infiniteOptions({
    input: (cursor: number | undefined) => ({
      ...(context === 'fmc' && { fmc: true }),
      ...(userId !== undefined && { user_id: userId }),
      ...(cursor !== undefined && { cursor }),
    }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    retry: false,
  })
