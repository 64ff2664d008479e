import SearchOff from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'

/** In the place of rows that search and filters leave out, with the way to see them. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useTexts()
  return (
    <EmptyState
      icon={<SearchOff />}
      title={t('common:noMatch.title')}
      message={t('common:noMatch.message')}
      action={<Button onClick={onClear}>{t('common:noMatch.clear')}</Button>}
    />
  )
}
