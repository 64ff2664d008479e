import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'

interface SaveBarProps {
  total: string
  isSaving: boolean
  /** Name of the file that the save waits for. */
  preparing: string | undefined
  onSave: () => void
  /** Leaves the form without saving; undefined: no cancel button. */
  onCancel?: (() => void) | undefined
}

/** Total and save button, always within reach of the thumb. */
export function SaveBar({ total, isSaving, preparing, onSave, onCancel }: SaveBarProps) {
  const t = useTexts('history')
  const format = useFormat()
  return (
    <Box
      sx={{
        position: 'sticky',
        zIndex: 'appBar',
        // Above the phone's bottom bar, whose height the shell sets.
        bottom: 'var(--bottom-bar-height, 0px)',
        mx: { xs: -2, md: 0 },
        mt: 2,
        px: 2,
        py: 1.5,
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flexBasis: '100%', '&:has(> :empty)': { display: 'none' } }}>
        <SavingNote isSaving={isSaving} preparing={preparing} />
      </Box>
      <Box role="status">
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {t('history:form.total')}
        </Typography>
        <Typography sx={{ fontWeight: 650 }}>{format.money(total)}</Typography>
      </Box>
      {onCancel && (
        <Button size="large" onClick={onCancel} sx={{ ml: 'auto' }}>
          {t('common:action.cancel')}
        </Button>
      )}
      <Button
        variant="contained"
        size="large"
        loading={isSaving || preparing !== undefined}
        onClick={onSave}
        sx={{ minWidth: { xs: onCancel ? 120 : 160, sm: 160 } }}
      >
        {t('history:form.save')}
      </Button>
      <GlobalStyles styles={focusAbove} />
    </Box>
  )
}

/** Keeps the focused field visible above this bar: its height plus the margin of each field (WCAG 2.4.11). */
const focusAbove = { ':root': { scrollPaddingBottom: 80 } }
