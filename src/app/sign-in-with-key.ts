import { redirect } from '@tanstack/react-router'
import { api } from '#src/api/client.ts'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { prepareEntry } from '#src/features/access/sign-in/prepare-entry.ts'
import { currentLanguage, loadNamespaces } from '#src/i18n/i18n.ts'
import { failureText } from '#src/i18n/useFailureText.ts'
import { setSignOutPending } from '#src/session/device-session.ts'
import { rejectedKey } from '#src/session/rejected-key.ts'
import type { SessionStore } from '#src/session/session-store.ts'

/**
 * Signs out, signs in with the key, and starts the app anew (ACC-031). Whoever was here before leaves nothing on screen;
 * what they entered and did not send yet stays on this device, locked, for their next sign-in (ruling 25). A key that
 * opens nothing signs nobody out: it is asked about first, and whoever is at work stays and is told. Returns only then.
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
    // A sign-out that the server had not heard of is made up for by that.
    setSignOutPending(false)
    const subdomain = location.hostname.split('.')[0]
    const answer = await api.session.create({
      key,
      ...(subdomain && { subdomain }),
      is_split_flag: brandOfPage().flags.mfa,
      language: currentLanguage(),
    })
    if (answer.otp_required) return
    await session.end(await prepareEntry(answer.user, back, brandOfPage().languages))
  } catch (error) {
    const failure = toFailure(error)
    await loadNamespaces('errors')
    const text = failureText(failure)
    // Without signal nobody was signed out either; and who was, by half of it, signs in again in place.
    if (isAtWork && (!isSignedOut || isUnreachable(failure))) {
      // To sign in with one's address is no advice to who is in.
      rejectedKey.set(failure.code === 'key_invalid' ? '' : text)
      return
    }
    const search = { ...(back && { redirect: back }), error_message: text }
    if (isUnreachable(failure)) throw redirect({ to: '/sign_in', search, replace: true })
    await session.end(`/sign_in?${new URLSearchParams(search)}`)
  }
  // The page is being replaced.
  await new Promise(() => {})
}
