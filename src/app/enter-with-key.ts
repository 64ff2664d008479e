import { redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { api } from '#src/api/client.ts'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { prepareEntry } from '#src/features/access/sign-in/prepare-entry.ts'
import { currentLanguage, loadNamespaces } from '#src/i18n/i18n.ts'
import { setSignOutPending } from '#src/session/device-session.ts'
import type { SessionStore } from '#src/session/session-store.ts'

/**
 * Signs out, signs in with the key, and starts the app anew (ACC-031). Whoever was here before leaves nothing on screen;
 * what they entered and did not send yet stays on this device, locked, for their next sign-in (ruling 25). Never returns
 * when somebody was signed in or out by it.
 */
export async function enterWithKey(
  key: string,
  back: string | undefined,
  session: SessionStore,
): Promise<void> {
  try {
    await api.session.destroy()
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
    const text = i18next.exists(`errors:${failure.code}`)
      ? i18next.t(`errors:${failure.code}` as 'errors:key_invalid')
      : ''
    const search = { ...(back && { redirect: back }), error_message: text }
    // Without signal nobody was signed out: whoever is at work stays.
    if (isUnreachable(failure)) throw redirect({ to: '/sign_in', search, replace: true })
    await session.end(`/sign_in?${new URLSearchParams(search)}`)
  }
  // The page is being replaced.
  await new Promise(() => {})
}
