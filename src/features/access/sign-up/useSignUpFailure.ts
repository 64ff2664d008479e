import type { ApiFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Messages of servers that return no code for a taken email address, in both languages (ACC-094). */
const another = [
  /another e-?mail/i,
  /autre (adresse )?(courriel|e-?mail)/i,
  /e-?mail has already been taken/i,
]

/** Returns whether the address is taken, by the code or by the server's message (ACC-094). */
export function isEmailTaken({ code, messages }: Pick<ApiFailure, 'code' | 'messages'>): boolean {
  if (code !== 'refused') return code === 'email_taken'
  return messages.some((message) => another.some((wording) => wording.test(message)))
}

/** Returns the message for a refused sign-up; `email`: the address that was sent. */
export function useSignUpFailure(): (failure: ApiFailure, email: string) => string {
  const t = useTexts('sign-up')
  const textOf = useFailureText()
  return (failure, email) => {
    if (isEmailTaken(failure)) return t('sign-up:alert.emailTaken', { email })
    if (failure.code === 'card_refused' || failure.code === 'shell_link_invalid')
      return t(`sign-up:problem.${failure.code}`)
    return textOf(failure)
  }
}
