import type { Language } from '#contract/core/fields.ts'

/** Returns the name of a month such as '2026-10': 'October 2026', 'octobre 2026'. */
export function monthText(month: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'fr' ? 'fr-CA' : 'en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
}
