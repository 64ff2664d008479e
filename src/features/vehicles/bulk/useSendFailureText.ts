import type { ApiFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { isUnreadable } from './preview-file.ts'

/** Returns the text of why a file was not sent. */
export function useSendFailureText() {
  const t = useTexts('bulk-upload')
  const textOf = useFailureText()
  return (failure: ApiFailure): string =>
    isUnreadable(failure.cause) ? t('bulk-upload:problem.unreadable') : textOf(failure)
}
