import type { DistanceUnit, Language } from '#contract/core/fields.ts'
import type { ReportSubscription } from '#contract/home/report-subscriptions.ts'
import { reportTexts } from '../reports/report-texts.ts'

/** Returns the heading of a report, as the screen shows it. */
export function reportTitle(
  { report, by }: Pick<ReportSubscription, 'report' | 'by'>,
  { language, unit }: { language: Language; unit: DistanceUnit },
): string {
  const { heading, downtimeHeading, distance, compliance } = reportTexts[language]
  if (report === 'distance_costs') return distance.heading[unit]
  const headings: Record<string, string> = {
    costs: heading,
    downtime: downtimeHeading,
    compliance: compliance.heading,
  }[report]
  return headings[by] ?? ''
}
