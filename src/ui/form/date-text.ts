import type { Country } from '#contract/core/locale.ts'

/**
 * Parses a typed day to 'YYYY-MM-DD', or undefined while it is incomplete or does not exist. Accepts 2026-03-14
 * everywhere and 03/14/2026 in the US. With `short` also accepts 3/14/26; use that only when typing has ended.
 */
export function readDate(text: string, country: Country, short = false): string | undefined {
  const trimmed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed)
  if (iso && (short || trimmed.length === 10)) return realDay(iso[1], iso[2], iso[3])
  const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(trimmed)
  if (!slashed || country === 'CA' || (!short && trimmed.length < 10)) return undefined
  const [, month, day, year = ''] = slashed
  return realDay(year.length === 2 ? `20${year}` : year, month, day)
}

function realDay(year = '', month = '', day = ''): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined
}
