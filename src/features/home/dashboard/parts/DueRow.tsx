import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Schedule from '@mui/icons-material/Schedule'
import Box from '@mui/material/Box'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { UnbrokenFacts } from '#src/ui/layout/UnbrokenFacts.tsx'
import { RowLink } from './RowLink.tsx'

/** One interval: the vehicle, what is due, by when; past due is red (doc2 §9). */
export function DueRow({ interval, vehicle }: { interval: Interval; vehicle: string }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const services = interval.services.map((service) =>
    format.language === 'fr' ? service.name_fr : service.name_en,
  )
  const limits = [
    interval.due_at !== null &&
      t('dashboard:due.at', { distance: format.distance(interval.due_at, interval.unit) }),
    interval.due_date && t('dashboard:due.on', { date: format.date(interval.due_date) }),
  ]
  const isPast = interval.due_status === 'past_due'
  return (
    <RowLink
      to="/vehicles/$vehicleId"
      params={{ vehicleId: String(interval.vehicle_id) }}
      title={vehicle}
      detail={
        <>
          <Box
            component="span"
            sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {services.join(', ') || interval.name}
          </Box>
          <UnbrokenFacts facts={limits} />
        </>
      }
      end={
        <StatusChip
          tone={isPast ? 'danger' : 'warning'}
          icon={isPast ? <ErrorOutlined /> : <Schedule />}
          label={isPast ? t('dashboard:due.past_due') : t('dashboard:due.due_soon')}
        />
      }
    />
  )
}
