import Pagination from '@mui/material/Pagination'
import { useTexts } from '#src/i18n/useTexts.ts'

interface PagesProps {
  /** From 1. */
  page: number
  count: number
  onChange: (page: number) => void
}

/** The pages of a list, named in the language of the app; nothing where there is one only. */
export function Pages({ page, count, onChange }: PagesProps) {
  const t = useTexts()
  if (count < 2) return null
  return (
    <Pagination
      page={page}
      count={count}
      onChange={(_, next) => onChange(next)}
      aria-label={t('common:pages.label')}
      getItemAriaLabel={(type, of, isSelected) =>
        type === 'page'
          ? t(isSelected ? 'common:pages.current' : 'common:pages.page', { page: of ?? 0 })
          : t(type === 'next' ? 'common:pages.next' : 'common:pages.previous')
      }
    />
  )
}
