import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { Trouble } from '#src/offline/outbox-api.ts'

/** Why an entry has not gone out, in words: by the server's code where it gave one, else by what went wrong on the way. */
export function useTroubleText(): (trouble: Pick<Trouble, 'class' | 'code'>) => string {
  const t = useTexts('outbox')
  const failureText = useFailureText()
  return (trouble) =>
    trouble.code ? failureText({ code: trouble.code, messages: [] }) : t(`outbox:trouble.${trouble.class}`)
}
