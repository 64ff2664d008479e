import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { WaitingChip } from '#src/features/vehicles/vehicles/WaitingChip.tsx'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FileThumb } from '#src/ui/file/FileThumb.tsx'
import { ExpiryChip } from '../ExpiryChip.tsx'

interface DocumentRowProps {
  localRow: LocalRow<GloveboxItem>
  title: string
  /** Insurer, or state and number, in one line. */
  detail: string
  openLabel: string
  blob: Blob | null | undefined
  onOpen: () => void
  actions?: ReactNode
}

/** One document: a thumbnail that opens it, and chips with its status. */
export function DocumentRow({ localRow, title, detail, openLabel, blob, onOpen, actions }: DocumentRowProps) {
  const { row, waiting } = localRow
  const isGoing = waiting?.change === 'delete'
  const contentType = row.glovebox_documents.at(-1)?.content_type ?? ''
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.5, alignItems: 'center', py: 1, flexWrap: 'wrap' }}>
      <ButtonBase onClick={onOpen} aria-label={openLabel} sx={{ borderRadius: 1 }}>
        <FileThumb blob={blob ?? undefined} contentType={contentType} />
      </ButtonBase>
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography
          sx={{
            fontWeight: 600,
            overflowWrap: 'anywhere',
            textDecoration: isGoing ? 'line-through' : 'none',
          }}
        >
          {title}
        </Typography>
        {detail && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {detail}
          </Typography>
        )}
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', mt: 0.5 }}>
          <ExpiryChip expirationDate={row.expiration_date} />
          {waiting && <WaitingChip waiting={waiting} files={row.glovebox_documents.length} />}
        </Stack>
      </Box>
      {actions && (
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', ml: 'auto' }}>
          {actions}
        </Stack>
      )}
    </Stack>
  )
}
