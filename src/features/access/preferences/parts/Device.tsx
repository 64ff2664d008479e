import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Computer from '@mui/icons-material/ComputerOutlined'
import Devices from '@mui/icons-material/DevicesOutlined'
import Phone from '@mui/icons-material/SmartphoneOutlined'
import Tablet from '@mui/icons-material/TabletOutlined'
import Button from '@mui/material/Button'
import type { OwnSession } from '#contract/access/own-sessions.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { useDeviceName } from './useDeviceName.ts'

const icons = { phone: Phone, tablet: Tablet, computer: Computer, unknown: Devices }

interface DeviceProps {
  session: OwnSession
  isBusy: boolean
  offline: string | false
  onEnd: () => void
}

/** One session of the user. */
export function Device({ session, isBusy, offline, onEnd }: DeviceProps) {
  const t = useTexts('preferences')
  const { dateTime } = useFormat()
  const Icon = icons[session.form]
  const name = useDeviceName()(session)
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        gap: 1.5,
        py: 1,
        alignItems: 'center',
        flexWrap: 'wrap',
        '& + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('preferences:devices.lastSeen', { when: dateTime(session.last_seen_at) })}
        </Typography>
      </Box>
      {session.is_current ? (
        <StatusChip tone="success" icon={<CheckCircle />} label={t('preferences:devices.current')} />
      ) : offline ? null : (
        <Button
          variant="outlined"
          loading={isBusy}
          aria-label={t('preferences:devices.endLabel', { device: name })}
          onClick={onEnd}
        >
          {t('preferences:devices.end')}
        </Button>
      )}
    </Stack>
  )
}
