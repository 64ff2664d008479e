import type { DistanceUnit, Language } from '#contract/core/fields.ts'
import { numberText } from '#server/texts/number-text.ts'
import { translate } from '#server/texts/translate.ts'

/** Formats an interval: '5,000 mi or 6 months', '8 000 km ou 6 mois'. */
export function intervalText(
  language: Language,
  { every, unit, months }: { every: number | null; unit: DistanceUnit; months: number | null },
): string {
  const distance = every === null ? '' : `${numberText(every, language)} ${unit}`
  if (months === null) return distance
  const number = numberText(months, language)
  const time = translate(language, 'server/schedules:months', { count: months, number })
  return distance ? translate(language, 'server/schedules:either', { distance, time }) : time
}
