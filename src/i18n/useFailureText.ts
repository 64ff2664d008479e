import i18next from 'i18next'
import { WAIT_SHOWN_FROM_SECONDS, waitText } from '#domain/core/wait-text.ts'
import { currentLanguage } from './i18n.ts'
import { useTexts } from './useTexts.ts'

/** The required part of an `ApiFailure`. */
interface Failure {
  code: string
  messages: readonly string[]
  /** In seconds. */
  retryAfter?: number | undefined
}

/** Returns the message of a failed call; see `failureText`. Load the namespace `errors` with the screen. */
export function useFailureText(): (failure: Failure) => string {
  // Renders again when the language changes.
  useTexts('errors')
  return failureText
}

/**
 * Returns the message of a failed call: the translation of its code, with the wait time if that is long, else the
 * server's messages joined by commas (API-017, ERR-011). The namespace `errors` must be loaded.
 */
export function failureText({ code, messages, retryAfter = 0 }: Failure): string {
  const { t } = i18next
  if (code === 'refused') return messages.join(', ') || t('errors:internal')
  if (retryAfter > WAIT_SHOWN_FROM_SECONDS && i18next.exists(`errors:${code}_wait`))
    return t(`errors:${code}_wait` as 'errors:too_many_wait', {
      wait: waitText(retryAfter, currentLanguage()),
    })
  if (i18next.exists(`errors:${code}`)) return t(`errors:${code}` as 'errors:internal')
  return messages.join(', ') || t('errors:internal')
}
