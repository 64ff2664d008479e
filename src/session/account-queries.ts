import type { Flag } from '#contract/access/account.ts'
import type { CurrentUser } from '#contract/access/session.ts'
import { queries } from '#src/api/client.ts'

/** The signed-in user with the fleet; the shell paints from it at once, signal or none. */
export const meQuery = () =>
  queries.account.me.queryOptions({
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/** Feature flags, asked for once per start (BRD-046) and kept for starts without signal (BRD-050). */
export const flagsQuery = () =>
  queries.account.flags.queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

export type { CurrentUser, Flag }
