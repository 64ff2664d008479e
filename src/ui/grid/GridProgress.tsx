import LinearProgress from '@mui/material/LinearProgress'
import { useTexts } from '#src/i18n/useTexts.ts'

/** The grid's sign that other rows are on their way; MUI's own has no name for a screen reader. */
export function GridProgress() {
  const t = useTexts()
  return <LinearProgress aria-label={t('common:list.loading')} />
}
