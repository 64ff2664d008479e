import CloudUpload from '@mui/icons-material/CloudUploadOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Schedule from '@mui/icons-material/Schedule'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

export interface EntryStateProps {
  look: 'needsYou' | 'sending' | 'waiting'
  /** Its status. */
  title: string
  /** Why, in one or more lines. */
  lines: string[]
}

/** Status of an entry: icon, text and color, and the reason if there is one. */
export function EntryState({ look, title, lines }: EntryStateProps) {
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 1, alignItems: 'flex-start', color: colors[look] }}>
      <Box aria-hidden sx={{ display: 'flex', '& svg': { fontSize: 20 } }}>
        {icons[look]}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        {lines.map((line) => (
          <Typography key={line} variant="body2" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
            {line}
          </Typography>
        ))}
      </Box>
    </Stack>
  )
}

const colors = { needsYou: 'error.main', sending: 'info.main', waiting: 'warning.main' } as const
const icons = { needsYou: <ErrorOutlined />, sending: <CloudUpload />, waiting: <Schedule /> }
