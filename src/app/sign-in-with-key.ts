import { redirect } from '@tanstack/react-router'
import { api } from '#src/api/client.ts'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { prepareSession } from '#src/features/access/sign-in/prepare-session.ts'
import { currentLanguage, loadNamespaces } from '#src/i18n/i18n.ts'
import { failureText } from '#src/i18n/useFailureText.ts'
import { setSignOutPending } from '#src/session/device-session.ts'
import { rejectedKey } from '#src/session/rejected-key.ts'
import type { SessionStore } from '#src/session/session-store.ts'

/**
 * Signs out, signs in with the key and restarts the app (ACC-031). Nothing of the previous user stays on the screen.
 * Their unsent entries stay on this device, locked until their next sign-in (ruling 25). An invalid key signs no one
 * out: the key is checked first, and the current user stays and sees why. Returns only in that case.
 */
export async function signInWithKey(
  key: string,
  back: string | undefined,
  session: SessionStore,
): Promise<void> {
  const isAtWork = 'user' in session.current()
  let isSignedOut = false
  try {
    if (isAtWork) await api.session.checkKey({ key })
    await api.session.destroy()
    isSignedOut = true
    // The new sign-in replaces a sign-out that was still pending.
    setSignOutPending(false)
    const subdomain = location.hostname.split('.')[0]
    const response = await api.session.create({
      key,
      ...(subdomain && { subdomain }),
      is_split_flag: brandOfPage().flags.mfa,
      language: currentLanguage(),
    })
    if (response.otp_required) return
    await session.end(await prepareSession(response.user, back, brandOfPage().languages))
  } catch (error) {
    const failure = toFailure(error)
    await loadNamespaces('errors')
    const text = failureText(failure)
    // Without a connection the sign-out failed too. If the session did end, the user signs in again without leaving.
    if (isAtWork && (!isSignedOut || isUnreachable(failure))) {
      // The server's advice to sign in with an email address does not help a signed-in user.
      rejectedKey.set(failure.code === 'key_invalid' ? '' : text)
      return
    }
    const search = { ...(back && { redirect: back }), error_message: text }
    if (isUnreachable(failure)) throw redirect({ to: '/sign_in', search, replace: true })
    await session.end(`/sign_in?${new URLSearchParams(search)}`)
  }
  // Never resolves: the page is being replaced.
  await new Promise(() => {})
}
