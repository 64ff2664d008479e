import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Event from '@mui/icons-material/EventOutlined'
import Update from '@mui/icons-material/UpdateOutlined'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'

/** Tag of an interval (SCH-011) with color, icon and text. */
export function IntervalTag({ tag }: { tag: Interval['tag'] }) {
  const t = useTexts('intervals')
  if (tag === 'Past Due')
    return <StatusChip tone="danger" icon={<ErrorOutlined />} label={t('intervals:tag.pastDue')} />
  if (tag === 'Currently Due')
    return <StatusChip tone="warning" icon={<Update />} label={t('intervals:tag.currentlyDue')} />
  return <StatusChip tone="neutral" icon={<Event />} label={t('intervals:tag.upcoming')} />
}
