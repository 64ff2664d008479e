import CloudOff from '@mui/icons-material/CloudOffOutlined'
import SearchOff from '@mui/icons-material/SearchOff'
import LinearProgress from '@mui/material/LinearProgress'
import { announcementOf } from '#src/features/home/find/announcement.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import type { Finds } from './useFinds.ts'

interface FindNotesProps {
  finds: Finds
  typed: string
  isEmpty: boolean
  count: number
}

/** Screen readers hear the count after a pause in typing. */
const QUIET_MS = 600

/** What the results leave out, what is still on its way, and what to try when nothing was found. */
export function FindNotes({ finds, typed, isEmpty, count }: FindNotesProps) {
  const t = useTexts('find')
  const { isPreparing, server } = finds
  const isWaiting = isPreparing || server.isAsking
  const title = t('find:none.title', { typed })
  const announcement = announcementOf({ hasQuery: finds.query !== null, count, isWaiting })
  const texts = { count: t('find:results', { count }), nothing: title }
  const announced = useDelayed(announcement ? texts[announcement] : '', QUIET_MS)
  return (
    <>
      {isEmpty && !isWaiting && (
        <EmptyState icon={<SearchOff />} title={title} message={t('find:none.message')} />
      )}
      {isPreparing && <Waiting text={t('find:preparing')} />}
      {!isPreparing && server.isAsking && <Waiting text={t('find:asking')} />}
      {!server.isOnline && <Note text={t('find:offline')} />}
      {server.isOnline && server.hasFailed && !server.isAsking && <Note text={t('find:failed')} />}
      <div role="status" style={visuallyHidden}>
        {announced}
      </div>
    </>
  )
}

function Waiting({ text }: { text: string }) {
  return (
    <Box sx={note}>
      <Box sx={{ flexGrow: 1 }}>
        {text}
        <LinearProgress aria-label={text} sx={{ mt: 0.75, borderRadius: 1 }} />
      </Box>
    </Box>
  )
}

function Note({ text }: { text: string }) {
  return (
    <Box sx={note}>
      <CloudOff fontSize="small" />
      {text}
    </Box>
  )
}

const note = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1.5,
  fontSize: '0.875rem',
  color: 'text.secondary',
} as const
