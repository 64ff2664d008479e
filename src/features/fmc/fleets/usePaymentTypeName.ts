import { useCallback } from 'react'
import { PAYMENT_TYPES } from '#contract/fmc/fleet-fields.ts'
import { plainCode } from '#domain/core/plain-text.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'

/** Returns the label of a payment type; an unknown one becomes words. */
export function usePaymentTypeName(): (type: string | null) => string {
  const t = useTexts('fleet')
  return useCallback(
    (type) => {
      const known = PAYMENT_TYPES.find((paymentType) => paymentType === type)
      return known ? t(`fleet:paymentType.${known}`) : type === null ? dash : plainCode(type)
    },
    [t],
  )
}
