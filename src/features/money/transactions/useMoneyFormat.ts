import { useMemo } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { createFormatter } from '#src/lib/format/format.ts'

type Currency = 'USD' | 'CAD'

/** Formats an amount in a given currency: fleets of one company may use two. */
export function useMoneyFormat(): (amount: string, currency: Currency) => string {
  const { language } = useFormat()
  return useMemo(() => {
    const formatters = {
      USD: createFormatter({ country: 'US', language }),
      CAD: createFormatter({ country: 'CA', language }),
    }
    return (amount, currency) => formatters[currency].money(amount)
  }, [language])
}
