import Button from '@mui/material/Button'
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
      message={t('common:draft.message', { age: format.age(savedAt) })}
      action={
        <Button size="small" color="inherit" onClick={onDiscard}>
          {t('common:draft.discard')}
        </Button>
      }
    />
  )
}
