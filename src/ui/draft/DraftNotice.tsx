import Button from '@mui/material/Button'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface DraftNoticeProps {
  /** When it was last changed, in milliseconds since 1970. */
  savedAt: number
  onDiscard: () => void
}

/** Shows that a form opened with a restored draft, and lets the user start over. */
export function DraftNotice({ savedAt, onDiscard }: DraftNoticeProps) {
  const t = useTexts()
  const format = useFormat()
  return (
    <AlertBox
      title={t('common:draft.title')}
      message={
        <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
          {t('common:draft.message', { age: format.age(savedAt) })}
          <Button size="small" onClick={() => onDiscard()} sx={{ px: 0 }}>
            {t('common:draft.discard')}
          </Button>
        </Stack>
      }
    />
  )
}
