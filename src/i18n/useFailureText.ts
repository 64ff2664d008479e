import i18next from 'i18next'
import { useTexts } from './useTexts.ts'

/** What this needs of a failed call (`ApiFailure`). */
interface Failure {
  code: string
  messages: string[]
}

/**
 * Words for a failed call: the translation of its code, else the server's own words joined by comma (API-017, ERR-011).
 * Its texts lie in `errors.json`: load that namespace with the screen.
 */
export function useFailureText(): (failure: Failure) => string {
  const t = useTexts('errors')
  return ({ code, messages }) => {
    if (code !== 'refused' && i18next.exists(`errors:${code}`))
      return t(`errors:${code}` as 'errors:internal')
    return messages.join(', ') || t('errors:internal')
  }
}
