import { PERIODS } from '#domain/home/report-periods.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { isRange, REPORTS, type ReportChoice, type ReportView } from './report-view.ts'
import { useReportHeading } from './useReportHeading.ts'

interface ReportFiltersProps {
  view: ReportView
  onChange: (view: ReportView) => void
}

/** Which report, and of which days. */
export function ReportFilters({ view, onChange }: ReportFiltersProps) {
  const t = useTexts('fleet-reports')
  const headingOf = useReportHeading()
  const error = isRange(view) ? undefined : t('fleet-reports:period.invalid')
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'repeat(auto-fit, minmax(156px, 1fr))',
          md: 'minmax(160px, 320px) repeat(3, minmax(160px, 240px))',
        },
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <SelectInput
          isFilter
          label={t('fleet-reports:report')}
          value={nameOf(view)}
          empty={null}
          options={REPORTS.map((report) => ({ value: nameOf(report), label: headingOf(report) }))}
          onChange={(name) => {
            const report = REPORTS.find((option) => nameOf(option) === name)
            if (report) onChange({ ...view, ...report })
          }}
        />
      </Box>
      <SelectInput
        isFilter
        label={t('fleet-reports:period.label')}
        value={view.period}
        empty={null}
        options={[...PERIODS, 'custom' as const].map((period) => ({
          value: period,
          label: t(`fleet-reports:period.${period}`),
        }))}
        onChange={(period) => period !== '' && onChange({ ...view, period })}
      />
      {view.period === 'custom' && (
        <>
          <DateInput
            isFilter
            label={t('fleet-reports:period.from')}
            value={view.from}
            error={error}
            onChange={(from) => onChange({ ...view, from })}
          />
          <DateInput
            isFilter
            label={t('fleet-reports:period.to')}
            value={view.to}
            onChange={(to) => onChange({ ...view, to })}
          />
        </>
      )}
    </Box>
  )
}

/** The chosen period with its first and last day. The same words on the screen and on paper. */
export function ReportPeriod({ view }: { view: Pick<ReportView, 'period' | 'from' | 'to'> }) {
  const t = useTexts('fleet-reports')
  const { date } = useFormat()
  if (!isRange(view)) return null
  const days = { from: date(view.from), to: date(view.to) }
  return view.period === 'custom'
    ? t('fleet-reports:period.days', days)
    : t('fleet-reports:period.named', { ...days, period: t(`fleet-reports:period.${view.period}`) })
}

const nameOf = ({ report, by }: ReportChoice) => `${report}-${by}`
