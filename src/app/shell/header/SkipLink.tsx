import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'

/** First stop of the Tab key: skips header and navbar. */
export function SkipLink() {
  const t = useTexts('shell')
  const skip = () => document.getElementById('content')?.focus()
  return (
    <Button
      variant="contained"
      onClick={skip}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      }}
    >
      {t('shell:skip')}
    </Button>
  )
}
