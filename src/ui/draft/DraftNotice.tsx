import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface DraftNoticeProps {
  /** When it was typed last, ms since 1970. */
  savedAt: number
  onDiscard: () => void
}

/** Says that a form opened with what was typed before, and lets the person begin anew. */
export function DraftNotice({ savedAt, onDiscard }: DraftNoticeProps) {
  const t = useTexts()
  const format = useFormat()
  return (
    <AlertBox
      title={t('common:draft.title')}
      message={
        <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
          {t('common:draft.message', { age: format.age(savedAt) })}
          <Button size="small" onClick={onDiscard} sx={{ px: 0 }}>
            {t('common:draft.discard')}
          </Button>
        </Stack>
      }
    />
  )
}
