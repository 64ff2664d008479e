import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { type Country, type Language, toLanguage } from '#contract/core/locale.ts'
import { createFormatter, type Formatter } from '#src/lib/format/format.ts'
import { useLanguage } from './useLanguage.ts'

interface FormatProviderProps {
  country: Country
  timeZone?: string
  children: ReactNode
}

interface Region {
  country: Country
  timeZone?: string
  /** Stored here, because reading it for each list item takes too long. */
  deviceTimeZone?: string
}

const RegionContext = createContext<Region>({ country: 'US' })

/** Provides the country and time zone for formatting. The user's zone may nest inside the brand's. */
export function FormatProvider({ country, timeZone, children }: FormatProviderProps) {
  const deviceTimeZone = useSyncExternalStore(watchReturn, readDeviceTimeZone, readDeviceTimeZone)
  const region = useMemo(
    () => ({ country, deviceTimeZone, ...(timeZone && { timeZone }) }),
    [country, timeZone, deviceTimeZone],
  )
  return <RegionContext value={region}>{children}</RegionContext>
}

/** Returns the formatter for the provided country and the current language. */
export function useFormat(): Formatter {
  const { country, deviceTimeZone = readDeviceTimeZone(), timeZone = deviceTimeZone } = use(RegionContext)
  const language = toLanguage(useLanguage()) ?? 'en'
  return formatterOf(country, language, timeZone, deviceTimeZone)
}

/** Cached: a formatter has a dozen Intl objects, and every list item uses one. */
const formatters = new Map<string, Formatter>()

function formatterOf(
  country: Country,
  language: Language,
  timeZone: string,
  deviceTimeZone: string,
): Formatter {
  const name = `${country} ${language} ${timeZone} ${deviceTimeZone}`
  const known = formatters.get(name) ?? createFormatter({ country, language, timeZone, deviceTimeZone })
  formatters.set(name, known)
  return known
}

function readDeviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Devices change their zone while the app is in the background, for example during a flight. */
function watchReturn(onReturn: () => void): () => void {
  document.addEventListener('visibilitychange', onReturn)
  return () => document.removeEventListener('visibilitychange', onReturn)
}
