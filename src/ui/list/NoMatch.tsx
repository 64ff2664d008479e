import SearchOff from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'

/** Shown if search and filters exclude all rows, with a button that clears them. */
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
