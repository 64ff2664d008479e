import AttachFile from '@mui/icons-material/AttachFile'
import LinearProgress from '@mui/material/LinearProgress'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { WaitingFile } from '#src/offline/model/api/outbox-api.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

/** One file of an entry: name, size and upload progress. */
export function FileItem({ file }: { file: WaitingFile }) {
  const t = useTexts('outbox')
  const { fileSize } = useFormat()
  const percent = file.size > 0 ? Math.min(100, Math.round((file.uploaded / file.size) * 100)) : 0
  const isSending = file.state === 'sending'
  const needsYou = needsUserAction(file.state)
  const text = isSending
    ? t('outbox:file.sending', { percent })
    : needsYou
      ? t('outbox:file.needsYou')
      : t(file.isRemoved ? 'outbox:file.removed' : 'outbox:file.pending')
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <AttachFile aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />
        <Typography variant="body2" noWrap sx={{ flexGrow: 1, minWidth: 0 }} title={file.name}>
          {file.name}
        </Typography>
        <Typography
          variant="body2"
          sx={{ flexShrink: 0, color: needsYou ? 'error.main' : 'text.secondary', whiteSpace: 'nowrap' }}
        >
          {fileSize(file.size)} · {text}
        </Typography>
      </Box>
      {isSending && (
        <LinearProgress variant="determinate" value={percent} aria-label={file.name} sx={{ mt: 0.5 }} />
      )}
    </li>
  )
}
