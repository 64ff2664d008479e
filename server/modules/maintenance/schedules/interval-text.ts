import type { DistanceUnit, Language } from '#contract/core/fields.ts'
import { numberText } from '#server/texts/number-text.ts'

/** Formats an interval: '5,000 mi or 6 months', '8 000 km ou 6 mois'. */
export function intervalText(
  language: Language,
  { every, unit, months }: { every: number | null; unit: DistanceUnit; months: number | null },
): string {
  const distance = every !== null && `${numberText(every, language)} ${unit}`
  const time = months !== null && `${numberText(months, language)} ${wordOf(language, months)}`
  return [distance, time].filter((part) => part !== false).join(language === 'fr' ? ' ou ' : ' or ')
}

function wordOf(language: Language, months: number): string {
  if (language === 'fr') return 'mois'
  return months === 1 ? 'month' : 'months'
}
