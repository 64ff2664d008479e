import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import type { ReportChoice } from './report-view.ts'

/** Returns a function that names a report. */
export function useReportHeading() {
  const t = useTexts('fleet-reports')
  const unit = useSession().fleet.distance_unit
  return (choice: ReportChoice): string => {
    if (choice.report === 'downtime') return t(`fleet-reports:downtimeHeading.${choice.by}`)
    if (choice.report === 'distance_costs') return t(`fleet-reports:distance.heading.${unit}`)
    if (choice.report === 'compliance') return t(`fleet-reports:compliance.heading.${choice.by}`)
    return t(`fleet-reports:heading.${choice.by}`)
  }
}
