import type { CurrentUser } from '#contract/access/session.ts'
import { type Language, toLanguage } from '#contract/core/locale.ts'
import { changeLanguage } from '#src/i18n/i18n.ts'
import { setMode } from '#src/session/mode.ts'
import { landingPage, safeRedirect } from './redirect-target.ts'

/** Applies the user's language and mode after sign-in. Returns the saved path or the dashboard (ACC-047 to ACC-050). */
export async function prepareSession(
  user: CurrentUser,
  redirect: string | null | undefined,
  languages: readonly Language[],
): Promise<string> {
  const { path, mode } = landingPage(user, safeRedirect(redirect ?? undefined, location.origin))
  const language = toLanguage(user.language)
  // Without the texts of that language, the app opens in the current one.
  if (language && languages.includes(language)) await changeLanguage(language).catch(() => {})
  setMode(mode)
  return path
}
