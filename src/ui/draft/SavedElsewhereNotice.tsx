import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface SavedElsewhereNoticeProps {
  /** 'differs': what stands in this form is not what was saved. */
  saved: 'same' | 'differs'
  onNew: () => void
}

/** Says that the draft of this form was saved in another tab, and what becomes of what stands here. */
export function SavedElsewhereNotice({ saved, onNew }: SavedElsewhereNoticeProps) {
  const t = useTexts()
  return (
    <AlertBox
      type="notice"
      title={t('common:draft.savedElsewhere.title')}
      message={
        <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
          {t(saved === 'same' ? 'common:draft.savedElsewhere.same' : 'common:draft.savedElsewhere.differs')}
          <Button size="small" onClick={onNew} sx={{ ml: -1 }}>
            {t('common:draft.savedElsewhere.new')}
          </Button>
        </Stack>
      }
    />
  )
}
