import LinearProgress from '@mui/material/LinearProgress'
import { useTexts } from '#src/i18n/useTexts.ts'

/** The grid's loading indicator. MUI's own has no accessible name. */
export function GridProgress() {
  const t = useTexts()
  return <LinearProgress aria-label={t('common:list.loading')} />
}
