import type { CurrentUser } from '#contract/access/session.ts'
import { isFmc } from '#domain/access/permissions.ts'
import type { Mode } from '#src/session/mode.ts'

/**
 * The path to return to after sign-in, when it is one of this app: anything that could lead to another site is dropped,
 * and so are the screens of signing in and out themselves.
 */
export function safeRedirect(path: string | undefined, origin: string): string | undefined {
  if (!path || !isOfOneSlash(path)) return undefined
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  if (!url || url.origin !== origin || /^\/sign_(in|out)(\/|$)/.test(url.pathname)) return undefined
  // '/.//evil.example' becomes '//evil.example', the address of another site.
  if (!isOfOneSlash(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

const isOfOneSlash = (path: string) => /^\/(?![/\\])/.test(path)

/** Where a sign-in leads and in which mode: the saved path, else the dashboard of the role (ACC-047 to ACC-050). */
export function startOf(user: CurrentUser, redirect: string | undefined): { path: string; mode: Mode } {
  const path = redirect ?? (isFmc(user) ? '/fmc_dashboard' : '/dashboard')
  return { path, mode: path.startsWith('/fmc_') ? 'fmc' : 'fleet' }
}
