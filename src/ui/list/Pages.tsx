import Pagination from '@mui/material/Pagination'
import { useTexts } from '#src/i18n/useTexts.ts'

interface PagesProps {
  /** One-based. */
  page: number
  count: number
  onChange: (page: number) => void
}

/** Pagination in the language of the app. Renders nothing for a single page. */
export function Pages({ page, count, onChange }: PagesProps) {
  const t = useTexts()
  if (count < 2) return null
  return (
    <Pagination
      page={page}
      count={count}
      onChange={(_, next) => onChange(next)}
      aria-label={t('common:pages.label')}
      getItemAriaLabel={(type, pageNumber, isSelected) =>
        type === 'page'
          ? t(isSelected ? 'common:pages.current' : 'common:pages.page', { page: pageNumber ?? 0 })
          : t(type === 'next' ? 'common:pages.next' : 'common:pages.previous')
      }
    />
  )
}
