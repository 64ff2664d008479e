/** Addresses that need no session, beside the sign-in screen itself. */
const OPEN = /^\/(sign_up|shell_sign_up|sign_out|privacy_policy|forgot_password|reset_password)(\/|$)/

/** Whether a screen shows without a session. */
export const isOpenAddress = (pathname: string): boolean => OPEN.test(pathname)

/** What the sign-in screen is told by who is sent there: the way back, without the key (ACC-015, ruling 7). */
export function signInSearch({ pathname, href }: { pathname: string; href: string }) {
  return pathname === '/' ? {} : { redirect: withoutKey(href) }
}

/** The address without its key; all else as it was. */
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
 * Takes the key out of the page's address before anything else happens: it must not be seen, bookmarked or passed on
 * (ruling 7). Answers whether there was one; `takeHeldKey` gives it to whoever may use it.
 */
export function takeKeyFromAddress(): boolean {
  heldKey = new URLSearchParams(location.search).get('key') ?? undefined
  if (heldKey === undefined) return false
  const { pathname, search, hash } = location
  history.replaceState(history.state, '', withoutKey(pathname + search + hash))
  return heldKey !== ''
}

/** The key that the page was opened with, once. */
export function takeHeldKey(): string | undefined {
  const key = heldKey
  heldKey = undefined
  return key
}
