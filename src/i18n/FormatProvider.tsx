import { createContext, type ReactNode, use, useMemo } from 'react'
import { type Country, type Language, toLanguage } from '#contract/core/locale.ts'
import { createFormatter, type Formatter } from '#src/lib/format/format.ts'
import { useLanguage } from './useLanguage.ts'

interface Region {
  country: Country
  timeZone?: string
}

const RegionContext = createContext<Region>({ country: 'US' })

/** Provides the country and time zone for formatting. The user's zone may nest inside the brand's. */
export function FormatProvider({ country, timeZone, children }: Region & { children: ReactNode }) {
  const region = useMemo(() => ({ country, ...(timeZone && { timeZone }) }), [country, timeZone])
  return <RegionContext value={region}>{children}</RegionContext>
}

/** Returns the formatter for the provided country and the current language. */
export function useFormat(): Formatter {
  const { country, timeZone = deviceTimeZone() } = use(RegionContext)
  const language = toLanguage(useLanguage()) ?? 'en'
  return formatterOf(country, language, timeZone)
}

/** Cached: a formatter has a dozen Intl objects, and every list item uses one. */
const formatters = new Map<string, Formatter>()

function formatterOf(country: Country, language: Language, timeZone: string): Formatter {
  const name = `${country} ${language} ${timeZone}`
  const known =
    formatters.get(name) ?? createFormatter({ country, language, timeZone, deviceTimeZone: deviceTimeZone() })
  formatters.set(name, known)
  return known
}

function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
