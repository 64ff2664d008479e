import type { CurrentUser } from '#contract/access/session.ts'
import { isFmc } from '#domain/access/permissions.ts'
import { parseUrl } from '#domain/core/web-address.ts'
import type { Mode } from '#src/session/mode.ts'

/**
 * Returns the path to return to after sign-in if it belongs to this app. Drops anything that could lead to another
 * site, and the sign-in and sign-out screens themselves.
 */
export function safeRedirect(path: string | undefined, origin: string): string | undefined {
  if (!path || !startsWithOneSlash(path)) return undefined
  const url = parseUrl(path, origin)
  if (!url || url.origin !== origin || /^\/sign_(in|out)(\/|$)/.test(url.pathname)) return undefined
  // '/.//evil.example' becomes '//evil.example', the address of another site.
  if (!startsWithOneSlash(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

const startsWithOneSlash = (path: string) => /^\/(?![/\\])/.test(path)

/** Returns the path and mode after sign-in: the saved path, else the dashboard of the role (ACC-047 to ACC-050). */
export function landingPage(user: CurrentUser, redirect: string | undefined): { path: string; mode: Mode } {
  const path = redirect ?? (isFmc(user) ? '/fmc_dashboard' : '/dashboard')
  return { path, mode: path.startsWith('/fmc_') ? 'fmc' : 'fleet' }
}
