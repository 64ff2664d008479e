import CloudOff from '@mui/icons-material/CloudUploadOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useLive } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import {
  needsYouCountOf,
  totalUnsent,
  unsentCountOf,
  waitingCountOf,
} from '#src/offline/model/unsent-count.ts'
import { openTray } from '../outbox/tray-store.ts'

/** The user's entries that have not reached the server; renders nothing if there are none. */
export function WaitingPanel() {
  const t = useTexts('dashboard')
  const textOf = useWaitingText()
  const { outbox } = useOffline()
  const status = useLive(outbox.status)
  if (!status || totalUnsent(unsentCountOf(status)) === 0) return null
  const [needing, waiting] = [needsYouCountOf(status), waitingCountOf(status)]
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
      {needsYou && t('dashboard:waiting.needsYou', { count: totalUnsent(needing), held: textOf(needing) })}{' '}
      {totalUnsent(waiting) > 0 &&
        t('dashboard:waiting.title', { count: totalUnsent(waiting), held: textOf(waiting) })}
    </Alert>
  )
}
