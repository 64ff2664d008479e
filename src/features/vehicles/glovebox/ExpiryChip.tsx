import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Schedule from '@mui/icons-material/UpdateOutlined'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { daysLeft, expiryState } from './expiry.ts'

/** When a document expires, colored by how soon. Renders nothing without an expiration date. */
export function ExpiryChip({ expirationDate }: { expirationDate: string | null }) {
  const t = useTexts('glovebox')
  const format = useFormat()
  const days = daysLeft({ expiration_date: expirationDate }, format.dayOf(Date.now()))
  const state = expiryState(days)
  if (days === null || state === 'none') return null
  const date = format.date(expirationDate)
  if (state === 'expired')
    return (
      <StatusChip tone="danger" icon={<ErrorOutlined />} label={t('glovebox:expiry.expired', { date })} />
    )
  if (state === 'expiring')
    return (
      <StatusChip tone="warning" icon={<Schedule />} label={t('glovebox:expiry.expiring', { count: days })} />
    )
  return <StatusChip tone="success" icon={<CheckCircle />} label={t('glovebox:expiry.valid', { date })} />
}
