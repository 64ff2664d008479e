import CloudOff from '@mui/icons-material/CloudUploadOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLive } from '#src/session/useLive.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { waitingCount } from '../outbox/chip-state.ts'
import { openTray } from '../outbox/tray-store.ts'

/** Entries of this person that have not arrived, said first thing; nothing when all have. */
export function WaitingPanel() {
  const t = useTexts('dashboard')
  const { outbox } = useOffline()
  const status = useLive(outbox.status)
  const count = status ? waitingCount(status) : 0
  if (!status || (count === 0 && status.needsYou === 0)) return null
  const needsYou = status.needsYou > 0
  return (
    <Alert
      severity={needsYou ? 'error' : 'info'}
      icon={needsYou ? <ErrorOutlined /> : <CloudOff />}
      role="status"
      action={
        <Button color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={() => openTray()}>
          {t('dashboard:waiting.open')}
        </Button>
      }
      sx={{ alignItems: 'center' }}
    >
      {needsYou
        ? t('dashboard:waiting.needsYou', { count: status.needsYou })
        : t('dashboard:waiting.title', { count })}
    </Alert>
  )
}
