import type { CurrentUser } from '#contract/access/session.ts'
import { api, queries } from '#src/api/client.ts'

/** The signed-in user with the fleet. The shell renders from it at once, online or offline. */
export const meQuery = () =>
  queries.account.me.queryOptions({
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/**
 * Feature flags and the footer's links, requested once per start (BRD-046) and stored for offline starts (BRD-050). The
 * request names the customer as specified (BRD-044); the stored copy already belongs to the user.
 */
export const flagsQuery = (user?: CurrentUser) => ({
  queryKey: queries.account.flags.key(),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.account.flags(user ? flagsInputOf(user) : {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { persist: true },
})

function flagsInputOf({ id, email, affiliation_id }: CurrentUser) {
  return { customer_id: id, email, ...(affiliation_id !== null && { affiliation_id }) }
}
