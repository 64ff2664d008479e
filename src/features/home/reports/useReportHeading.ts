import { useTexts } from '#src/i18n/useTexts.ts'
import type { ReportChoice } from './report-view.ts'

/** Returns a function that names a report. */
export function useReportHeading() {
  const t = useTexts('fleet-reports')
  return (choice: ReportChoice): string =>
    choice.report === 'downtime'
      ? t(`fleet-reports:downtimeHeading.${choice.by}`)
      : t(`fleet-reports:heading.${choice.by}`)
}
