import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Event from '@mui/icons-material/EventOutlined'
import Update from '@mui/icons-material/UpdateOutlined'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'

/** Returns a function that names a tag. */
export function useTagText(): (tag: Interval['tag']) => string {
  const t = useTexts('intervals')
  return (tag) => t(`intervals:tag.${KEYS[tag]}`)
}

const KEYS = { 'Past Due': 'pastDue', 'Currently Due': 'currentlyDue', Upcoming: 'upcoming' } as const

/** Tag of an interval (SCH-011) with color, icon and text. */
export function IntervalTag({ tag }: { tag: Interval['tag'] }) {
  const label = useTagText()(tag)
  if (tag === 'Past Due') return <StatusChip tone="danger" icon={<ErrorOutlined />} label={label} />
  if (tag === 'Currently Due') return <StatusChip tone="warning" icon={<Update />} label={label} />
  return <StatusChip tone="neutral" icon={<Event />} label={label} />
}
