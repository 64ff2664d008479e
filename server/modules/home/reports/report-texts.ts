import type { Language } from '#contract/core/fields.ts'
import type { CostDimension, CostGroup } from '#contract/home/reports.ts'
import fleetReportsEn from '../../../../locales/en/fleet-reports.json' with { type: 'json' }
import fleetReportsFr from '../../../../locales/fr/fleet-reports.json' with { type: 'json' }

/** Texts of reports in files and emails: those of the screen. */
export const reportTexts = { en: fleetReportsEn, fr: fleetReportsFr }

/** Returns the name of a group, as the screen shows it. */
export function groupName(
  by: CostDimension,
  { key, name }: Pick<CostGroup, 'key' | 'name'>,
  language: Language,
): string {
  const texts = reportTexts[language]
  if (by === 'month') return key
  if (by === 'class') return key === 'light' ? texts.class.light : texts.class.medium_heavy
  if (by === 'service' && key === 'other') return texts.none.service
  return name ?? (by === 'service' ? texts.none.service : texts.none[by])
}
