import { daysOfPeriod, PERIODS } from '#domain/home/report-periods.ts'
import type { DayRange } from '#src/features/maintenance/past-services/past-rows.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'

interface PeriodFilterProps {
  /** As shown in the fields. */
  days: DayRange
  /** The tab's default, which ends today. */
  standard: DayRange
  onChange: (days: DayRange) => void
}

/** Fills in the two days with a period, as in the reports (SVC-113). */
export function PeriodFilter({ days, standard, onChange }: PeriodFilterProps) {
  const t = useTexts('services')
  const ranges: Record<(typeof NAMED)[number], DayRange> = {
    recent: standard,
    thisMonth: daysOfPeriod('thisMonth', standard.to),
    lastMonth: daysOfPeriod('lastMonth', standard.to),
    lastQuarter: daysOfPeriod('lastQuarter', standard.to),
    thisYear: daysOfPeriod('thisYear', standard.to),
    lastYear: daysOfPeriod('lastYear', standard.to),
    twelveMonths: daysOfPeriod('twelveMonths', standard.to),
    all: { from: '', to: '' },
  }
  const chosen = NAMED.find((name) => ranges[name].from === days.from && ranges[name].to === days.to)
  return (
    <SelectInput
      isFilter
      label={t('services:period.label')}
      value={chosen ?? ''}
      empty={chosen ? null : t('services:period.custom')}
      options={NAMED.map((name) => ({ value: name, label: t(`services:period.${name}`) }))}
      onChange={(name) => name && onChange(ranges[name])}
    />
  )
}

const NAMED = ['recent' as const, ...PERIODS, 'all' as const]
