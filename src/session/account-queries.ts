import type { Flag } from '#contract/access/account.ts'
import type { CurrentUser } from '#contract/access/session.ts'
import { api, queries } from '#src/api/client.ts'

/** The signed-in user with the fleet; the shell paints from it at once, signal or none. */
export const meQuery = () =>
  queries.account.me.queryOptions({
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/**
 * Feature flags and the footer's links, asked for once per start (BRD-046) and kept for starts without signal (BRD-050).
 * The customer is named as the documents have it (BRD-044); what is kept belongs to the user already.
 */
export const flagsQuery = (user?: CurrentUser) => ({
  queryKey: queries.account.flags.key(),
  queryFn: ({ signal }: { signal: AbortSignal }) => api.account.flags(user ? askedFor(user) : {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { persist: true },
})

function askedFor({ id, email, affiliation_id }: CurrentUser) {
  return { customer_id: id, email, ...(affiliation_id !== null && { affiliation_id }) }
}

export type { CurrentUser, Flag }
