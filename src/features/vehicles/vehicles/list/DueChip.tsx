import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Schedule from '@mui/icons-material/UpdateOutlined'
import { memo } from 'react'
import type { DueState } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'

/** The maintenance status of a vehicle or interval, as color, icon and label. Past due is red (SVC-044). */
export const DueChip = memo(function DueChip({ due }: { due: DueState }) {
  const t = useTexts('vehicles')
  if (due === 'past_due')
    return <StatusChip tone="danger" icon={<ErrorOutlined />} label={t('vehicles:due.past_due')} />
  if (due === 'due_soon')
    return <StatusChip tone="warning" icon={<Schedule />} label={t('vehicles:due.due_soon')} />
  return <StatusChip tone="success" icon={<CheckCircle />} label={t('vehicles:due.fine')} />
})
