import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface DraftElsewhereNoticeProps {
  draft: OwnDraft
  /** Whether the form edits an existing record. */
  isEdit?: boolean
}

/** Shows that another tab has a draft of this form, and offers to continue it once that tab is closed. */
export function DraftElsewhereNotice({ draft, isEdit = false }: DraftElsewhereNoticeProps) {
  const t = useTexts()
  const { elsewhere, takeOver, dismiss } = draft
  if (elsewhere === null) return null
  if (elsewhere === 'open')
    return (
      <AlertBox
        title={t('common:draft.elsewhere.openTitle')}
        message={t(isEdit ? 'common:draft.elsewhere.openEdit' : 'common:draft.elsewhere.open')}
      />
    )
  if (elsewhere === 'saved')
    return (
      <AlertBox
        title={t('common:draft.elsewhere.savedTitle')}
        message={t('common:draft.elsewhere.saved')}
        onClose={dismiss}
      />
    )
  return (
    <AlertBox
      title={t('common:draft.elsewhere.leftTitle')}
      onClose={dismiss}
      message={
        <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
          {t('common:draft.elsewhere.left')}
          <Button size="small" onClick={() => void takeOver()} sx={{ ml: -1 }}>
            {t('common:draft.elsewhere.takeOver')}
          </Button>
        </Stack>
      }
    />
  )
}
