import CloudUpload from '@mui/icons-material/CloudUploadOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Schedule from '@mui/icons-material/Schedule'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { WaitingEntry } from '#src/offline/outbox-api.ts'
import { needsPerson } from '../entry-words.ts'
import { useTroubleText } from './useTroubleText.ts'

type Standing = Pick<WaitingEntry, 'state' | 'nextTryAt' | 'trouble' | 'blockedBy' | 'files'>

/** How an entry stands: icon, word and colour, and the reason where there is one. */
export function EntryState({ entry }: { entry: Standing }) {
  const text = useStateText()(entry)
  const troubleText = useTroubleText()
  const trouble = entry.trouble ?? entry.files.find((file) => file.trouble)?.trouble
  const needsYou = needsPerson(entry)
  const isSending = entry.state === 'sending'
  return (
    <Stack
      direction="row"
      sx={{
        gap: 1,
        mt: 1,
        alignItems: 'flex-start',
        color: needsYou ? 'error.main' : isSending ? 'info.main' : 'warning.main',
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', '& svg': { fontSize: 20 } }}>
        {needsYou ? <ErrorOutlined /> : isSending ? <CloudUpload /> : <Schedule />}
      </Box>
      <div>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {text}
        </Typography>
        {trouble && !isSending && (
          <Typography variant="body2" sx={{ color: 'text.primary' }}>
            {troubleText(trouble)}
          </Typography>
        )}
      </div>
    </Stack>
  )
}

function useStateText(): (entry: Standing) => string {
  const t = useTexts('outbox')
  const { age } = useFormat()
  return ({ state, nextTryAt, blockedBy }) => {
    if (blockedBy) return t('outbox:entry.state.blocked')
    if (state === 'retry' && nextTryAt && nextTryAt > Date.now()) {
      return t('outbox:entry.state.retryAt', { age: age(nextTryAt) })
    }
    return t(`outbox:entry.state.${state}`)
  }
}
