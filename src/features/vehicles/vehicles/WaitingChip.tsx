import Schedule from '@mui/icons-material/AccessTimeOutlined'
import PriorityHigh from '@mui/icons-material/PriorityHigh'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { PendingChange } from '#src/offline/model/api/cache-api.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'

interface WaitingChipProps {
  waiting: PendingChange
  /** Total number of the row's files; `waiting` has how many are still on this device. */
  files: number
}

/** The status of a row that the server does not have completely. Never just 'saved' (interface rule 2). */
export function WaitingChip({ waiting, files }: WaitingChipProps) {
  const t = useTexts('vehicles')
  if (needsUserAction(waiting.state))
    return <StatusChip tone="danger" icon={<PriorityHigh />} label={t('vehicles:waiting.needsYou')} />
  const clock = <Schedule />
  if (waiting.change === 'files')
    return (
      <StatusChip
        tone="info"
        icon={clock}
        label={t('vehicles:waiting.files', { sent: files - waiting.fileIds.length, count: files })}
      />
    )
  if (waiting.change === 'delete')
    return <StatusChip tone="info" icon={clock} label={t('vehicles:waiting.delete')} />
  return <StatusChip tone="info" icon={clock} label={t('vehicles:waiting.here')} />
}
