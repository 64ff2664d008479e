/** Paths that need no session, besides the sign-in screen itself. */
const OPEN = /^\/(sign_up|shell_sign_up|sign_out|privacy_policy|forgot_password|reset_password)(\/|$)/

/** Checks whether a path is available without a session. */
export const isOpenAddress = (pathname: string): boolean => OPEN.test(pathname)

/** Returns the sign-in screen's search parameters: the redirect target, without the key (ACC-015, ruling 7). */
export function signInSearch({ pathname, href }: { pathname: string; href: string }) {
  return pathname === '/' ? {} : { redirect: withoutKey(href) }
}

/** Removes the key from a URL and leaves the rest unchanged. */
export function withoutKey(href: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(href) ?? []
  const rest = query
    .split('&')
    .filter((pair) => pair && !/^key(=|$)/.test(pair))
    .join('&')
  return `${path}${rest && `?${rest}`}${hash}`
}

let heldKey: string | undefined

/**
 * Removes the key from the page's URL before anything else runs: it must not be seen, bookmarked or shared (ruling 7).
 * Returns whether there was one; `takeHeldKey` returns the key itself.
 */
export function takeKeyFromAddress(): boolean {
  heldKey = new URLSearchParams(location.search).get('key') ?? undefined
  if (heldKey === undefined) return false
  const { pathname, search, hash } = location
  history.replaceState(history.state, '', withoutKey(pathname + search + hash))
  return heldKey !== ''
}

/** Returns the key that the page was opened with, once. */
export function takeHeldKey(): string | undefined {
  const key = heldKey
  heldKey = undefined
  return key
}
