import Box from '@mui/material/Box'
import { COST_DIMENSIONS } from '#contract/home/reports.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { isRange, PERIODS, type ReportView } from './report-view.ts'

interface ReportFiltersProps {
  view: ReportView
  onChange: (part: Partial<ReportView>) => void
}

/** Which report, and of which days. */
export function ReportFilters({ view, onChange }: ReportFiltersProps) {
  const t = useTexts('fleet-reports')
  const error = isRange(view) ? undefined : t('fleet-reports:period.invalid')
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'repeat(auto-fit, minmax(156px, 1fr))',
          md: 'repeat(4, minmax(160px, 240px))',
        },
      }}
    >
      <SelectInput
        isFilter
        label={t('fleet-reports:report')}
        value={view.by}
        empty={null}
        options={COST_DIMENSIONS.map((by) => ({ value: by, label: t(`fleet-reports:heading.${by}`) }))}
        onChange={(by) => by !== '' && onChange({ by, sort: '-total' })}
      />
      <SelectInput
        isFilter
        label={t('fleet-reports:period.label')}
        value={view.period}
        empty={null}
        options={[...PERIODS, 'custom' as const].map((period) => ({
          value: period,
          label: t(`fleet-reports:period.${period}`),
        }))}
        onChange={(period) => period !== '' && onChange({ period })}
      />
      {view.period === 'custom' && (
        <>
          <DateInput
            isFilter
            label={t('fleet-reports:period.from')}
            value={view.from}
            error={error}
            onChange={(from) => onChange({ from })}
          />
          <DateInput
            isFilter
            label={t('fleet-reports:period.to')}
            value={view.to}
            onChange={(to) => onChange({ to })}
          />
        </>
      )}
    </Box>
  )
}
