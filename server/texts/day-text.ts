import type { Country } from '#contract/core/fields.ts'

/** BRD-032, BRD-033: YYYY-MM-DD in Canada, MM/DD/YYYY elsewhere. */
export function dayText(day: string, country: Country): string {
  const [year, month, date] = day.split('-')
  return country === 'CA' ? day : `${month}/${date}/${year}`
}
