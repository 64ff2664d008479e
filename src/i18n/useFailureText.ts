import i18next from 'i18next'
import { WAIT_TOLD_FROM, waitText } from '#domain/core/wait.ts'
import { currentLanguage } from './i18n.ts'
import { useTexts } from './useTexts.ts'

/** What this needs of a failed call (`ApiFailure`). */
interface Failure {
  code: string
  messages: readonly string[]
  /** Seconds. */
  retryAfter?: number | undefined
}

/** Words for a failed call, in screens; see `failureText`. Load the namespace `errors` with the screen. */
export function useFailureText(): (failure: Failure) => string {
  // Draws the screen anew when the language changes.
  useTexts('errors')
  return failureText
}

/**
 * Words for a failed call: the translation of its code, with the time to wait where that is long, else the server's own
 * words joined by comma (API-017, ERR-011). The namespace `errors` must be there.
 */
export function failureText({ code, messages, retryAfter = 0 }: Failure): string {
  const { t } = i18next
  if (code === 'refused') return messages.join(', ') || t('errors:internal')
  if (retryAfter > WAIT_TOLD_FROM && i18next.exists(`errors:${code}_wait`))
    return t(`errors:${code}_wait` as 'errors:too_many_wait', {
      wait: waitText(retryAfter, currentLanguage()),
    })
  if (i18next.exists(`errors:${code}`)) return t(`errors:${code}` as 'errors:internal')
  return messages.join(', ') || t('errors:internal')
}
