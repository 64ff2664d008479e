import CloudUpload from '@mui/icons-material/CloudUploadOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import PhonelinkErase from '@mui/icons-material/PhonelinkEraseOutlined'
import type { UnsentDevice } from '#contract/home/sync.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'

interface UnsentDevicesProps {
  devices: readonly UnsentDevice[]
  /** Adds the app version and the storage risk to user, number and age. */
  isFull?: boolean
}

/** Devices with unsent entries: user, number, age and last contact, but never the content. */
export function UnsentDevices({ devices, isFull = false }: UnsentDevicesProps) {
  return (
    <ul>
      {devices.map((device) => (
        <Device key={`${device.user_id} ${device.device_id}`} device={device} isFull={isFull} />
      ))}
    </ul>
  )
}

function Device({ device, isFull }: { device: UnsentDevice; isFull: boolean }) {
  const t = useTexts('unsent')
  const { age } = useFormat()
  const waitingText = useWaitingText()
  const textOf = (all: number, files: number) => waitingText({ entries: all - files, files })
  const { pending, stuck, lost, oldest_at: oldestAt } = device
  const facts = [
    oldestAt && t('unsent:since', { age: age(oldestAt) }),
    t('unsent:seen', { age: age(device.seen_at) }),
    isFull && t('unsent:version', { version: device.app_version }),
    isFull && (device.installed ? t('unsent:installed') : t('unsent:inBrowser')),
    isFull && (device.persisted ? t('unsent:kept') : t('unsent:notKept')),
  ]
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      sx={{
        gap: { xs: 0.75, sm: 2 },
        px: 2,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        alignItems: { sm: 'center' },
        justifyContent: 'space-between',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, fontSize: '0.9375rem' }}>
          {device.user_name ?? t('unsent:unknownUser')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', flexShrink: 0 }}>
        {pending > 0 && (
          <StatusChip
            tone="info"
            icon={<CloudUpload />}
            label={t('unsent:pending', { count: pending, held: textOf(pending, device.pending_files) })}
          />
        )}
        {stuck > 0 && (
          <StatusChip
            tone="warning"
            icon={<ErrorOutlined />}
            label={t('unsent:stuck', { count: stuck, held: textOf(stuck, device.stuck_files) })}
          />
        )}
        {lost > 0 && (
          <StatusChip
            tone="danger"
            icon={<PhonelinkErase />}
            label={t('unsent:lost', { count: lost, held: textOf(lost, device.lost_files) })}
          />
        )}
      </Stack>
    </Stack>
  )
}
