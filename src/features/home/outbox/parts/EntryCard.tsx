import Card from '@mui/material/Card'
import { type ReactNode, useId } from 'react'
import { bytesOf } from '#src/features/home/outbox/entries/entry-facts.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EntryState } from './EntryState.tsx'
import { FileItem } from './FileItem.tsx'

interface EntryCardProps {
  entry: WaitingEntry
  text: { title: string; vehicle: string; details: string }
  status: { look: 'needsYou' | 'sending' | 'waiting'; title: string; lines: string[] }
  /** The entry's actions. */
  children: ReactNode
}

/** An entry: kind, vehicle, age, status, and each of its files. */
export function EntryCard({ entry, text, status, children }: EntryCardProps) {
  const t = useTexts('outbox')
  const { age, fileSize } = useFormat()
  const titleId = useId()
  const bytes = bytesOf(entry)
  const savedAt = entry.savedAt > 0 && t('outbox:entry.savedAt', { age: age(entry.savedAt) })
  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      sx={{
        p: 2,
        pb: 1,
        ...(status.look === 'needsYou' && {
          borderLeft: 4,
          borderLeftColor: 'error.main',
        }),
      }}
    >
      <Typography variant="h3" component="h4" id={titleId}>
        {entry.kind === 'unknown' ? text.title : text.vehicle}
      </Typography>
      {entry.kind !== 'unknown' && (
        <Typography variant="body2">{[text.title, text.details].filter(Boolean).join(' · ')}</Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[savedAt, bytes > 0 && fileSize(bytes)].filter(Boolean).join(' · ')}
      </Typography>
      <EntryState {...status} />
      {entry.files.length > 0 && (
        <Stack component="ul" sx={{ gap: 0.5, mt: 1 }}>
          {entry.files.map((file) => (
            <FileItem key={file.fileId} file={file} />
          ))}
        </Stack>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 1, ml: -1 }}>
        {children}
      </Stack>
    </Card>
  )
}
