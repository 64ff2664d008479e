import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { APPROVER_NOTE_MAX } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { groupOnScreenOnly, onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { notesQuery } from './approvals.queries.ts'
import type { Approval } from './useApproval.ts'

/** Approver notes, newest first, and a field for a new one, which a decision also sends (APR-016, APR-024, APR-058). */
export function ApproverNotes({ approval }: { approval: Approval }) {
  const t = useTexts('approvals', 'errors')
  const format = useFormat()
  const textOf = useFailureText()
  const isOnline = useOnline()
  const { order, draft, change, note } = approval
  const { data, isError, refetch } = useQuery(notesQuery(order.id))
  const notes = data?.notes ?? []
  return (
    <Box sx={notes.length === 0 ? groupOnScreenOnly : contents}>
      <Section title={t('approvals:notes.title')}>
        <Stack sx={{ gap: 2 }}>
          <Stack
            component="form"
            onSubmit={(event) => {
              event.preventDefault()
              void note.send()
            }}
            sx={{ gap: 1, alignItems: 'flex-start', ...onScreenOnly }}
          >
            <TextInput
              label={t('approvals:notes.label')}
              help={approval.isOpen ? t('approvals:notes.help') : undefined}
              value={draft.note}
              onChange={(text) => change({ note: text })}
              maxLength={APPROVER_NOTE_MAX}
              rows={2}
              disabled={approval.isBusy && !note.isBusy}
            />
            {note.failure && (
              <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
                {textOf(note.failure)}
              </Typography>
            )}
            <ActionButton
              type="submit"
              variant="outlined"
              loading={note.isBusy}
              disabledReason={
                isOnline
                  ? draft.note.trim() === '' && t('approvals:notes.empty')
                  : t('approvals:notes.offline')
              }
            >
              {t('approvals:notes.add')}
            </ActionButton>
          </Stack>
          {isError && !data && (
            <Button onClick={() => void refetch()} sx={{ alignSelf: 'flex-start' }}>
              {t('approvals:notes.retry')}
            </Button>
          )}
          {notes.length > 0 && (
            <Box component="ol" aria-label={t('approvals:notes.title')} sx={{ display: 'grid', gap: 1.5 }}>
              {notes.map(({ id, comment, created_at, created_by, title }) => (
                <li key={id}>
                  {title && <Typography sx={{ fontWeight: 600 }}>{title}</Typography>}
                  <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{comment}</Typography>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {[created_by ?? t('approvals:notes.nobody'), format.dateTime(created_at)].join(' · ')}
                  </Typography>
                </li>
              ))}
            </Box>
          )}
          {data && data.total_count > notes.length && (
            <Typography variant="body2">
              {t('approvals:notes.more', { shown: notes.length, total: data.total_count })}
            </Typography>
          )}
        </Stack>
      </Section>
    </Box>
  )
}

const contents = { display: 'contents' } as const
