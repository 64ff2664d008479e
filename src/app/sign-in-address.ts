/** Addresses that need no session, beside the sign-in screen itself. */
const OPEN = /^\/(sign_up|shell_sign_up|sign_out|privacy_policy|forgot_password|reset_password)(\/|$)/

/** Whether a screen shows without a session. */
export const isOpenAddress = (pathname: string): boolean => OPEN.test(pathname)

/** What the sign-in screen is told by who is sent there: the way back, and the key of the address (ACC-014, ACC-015). */
export function signInSearch(from: { pathname: string; href: string; key: string | null | undefined }) {
  const { pathname, href, key } = from
  return { ...(pathname !== '/' && { redirect: href }), ...(key && { key }) }
}
