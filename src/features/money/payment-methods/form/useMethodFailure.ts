import type { ApiFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns the message for a payment method that could not be saved (PAY-012, PAY-013). */
export function useMethodFailure(): (failure: ApiFailure) => string {
  const t = useTexts('payment-methods')
  const textOf = useFailureText()
  return (failure) => {
    if (failure.code !== 'card_refused') return textOf(failure)
    if (failure.fields.expiration) return t('payment-methods:failure.expired')
    return failure.fields.nonce?.includes('card_duplicate')
      ? t('payment-methods:failure.duplicate')
      : t('payment-methods:failure.card')
  }
}
