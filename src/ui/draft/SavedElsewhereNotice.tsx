import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface SavedElsewhereNoticeProps {
  /** 'differs': this form's values differ from what was saved. */
  saved: 'same' | 'differs'
  onNew: () => void
}

/** Shows that the draft of this form was saved in another tab, and what happens to the values here. */
export function SavedElsewhereNotice({ saved, onNew }: SavedElsewhereNoticeProps) {
  const t = useTexts()
  return (
    <AlertBox
      type="notice"
      title={t('common:draft.savedElsewhere.title')}
      message={
        <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
          {t(saved === 'same' ? 'common:draft.savedElsewhere.same' : 'common:draft.savedElsewhere.differs')}
          <Button size="small" onClick={() => onNew()} sx={{ ml: -1 }}>
            {t('common:draft.savedElsewhere.new')}
          </Button>
        </Stack>
      }
    />
  )
}
