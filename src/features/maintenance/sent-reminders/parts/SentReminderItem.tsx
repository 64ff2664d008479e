import Block from '@mui/icons-material/BlockOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import Schedule from '@mui/icons-material/ScheduleOutlined'
import Send from '@mui/icons-material/SendOutlined'
import type { SentReminder } from '#contract/maintenance/sent-reminders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { useReminderText } from './useReminderText.ts'

const looks = {
  sent: { tone: 'success', icon: <CheckCircle /> },
  on_its_way: { tone: 'info', icon: <Send /> },
  waiting: { tone: 'neutral', icon: <Schedule /> },
  undelivered: { tone: 'danger', icon: <ErrorOutline /> },
  withheld: { tone: 'neutral', icon: <Block /> },
} as const

/** One reminder or notification: subject, state, time, and why it was not sent. */
export function SentReminderItem({ reminder }: { reminder: SentReminder }) {
  const t = useTexts('sent-reminders')
  const { dateTime } = useFormat()
  const { what, detail, why } = useReminderText(reminder)
  const { vehicle, channel, state, at } = reminder
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { sm: 'minmax(0, 1fr) auto' },
        columnGap: 2,
        rowGap: 0.5,
        py: 1.5,
        '& + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(vehicle.id) }} color="inherit">
            {vehicle.name || `#${vehicle.id}`}
          </TextLink>
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {[what, detail].filter(Boolean).join(' · ')}
        </Typography>
        {why && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {why}
          </Typography>
        )}
      </Box>
      <Stack
        sx={{
          gap: 0.5,
          flexDirection: { xs: 'row', sm: 'column' },
          flexWrap: 'wrap',
          alignItems: { xs: 'center', sm: 'flex-end' },
        }}
      >
        <StatusChip {...looks[state]} label={t(`sent-reminders:state.${channel}.${state}`)} />
        <Typography variant="body2" component="time" dateTime={at} sx={{ color: 'text.secondary' }}>
          {dateTime(at)}
        </Typography>
      </Stack>
    </Box>
  )
}
