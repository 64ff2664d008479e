import { useMemo } from 'react'
import type { Country } from '#contract/core/locale.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { createFormatter } from '#src/lib/format/format.ts'

/** Formats an amount in the currency of a fleet's country, regardless of the session's fleet. */
export function useFleetMoney(): (amount: string | null, country: Country) => string {
  const { language } = useFormat()
  return useMemo(() => {
    const formatters = {
      US: createFormatter({ country: 'US', language }),
      CA: createFormatter({ country: 'CA', language }),
    }
    return (amount, country) => formatters[country].money(amount)
  }, [language])
}
