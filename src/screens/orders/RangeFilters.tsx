import Box from '@mui/material/Box'
import { useTexts } from '#src/i18n/useTexts.ts'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'

interface RangeFiltersProps {
  query: string
  from: string
  to: string
  onChange: (part: { q?: string; from?: string; to?: string }) => void
}

/** Quick filter and range of days of a tab (doc2 §2). */
export function RangeFilters({ query, from, to, onChange }: RangeFiltersProps) {
  const t = useTexts('services')
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'end',
        gridTemplateColumns: { xs: '1fr 1fr', md: 'minmax(240px, 360px) 200px 200px' },
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <SearchInput label={t('services:search')} value={query} onSearch={(q) => onChange({ q })} />
      </Box>
      <DateInput
        label={t('services:from')}
        required
        help=" "
        value={from}
        onChange={(day) => onChange({ from: day })}
      />
      <DateInput
        label={t('services:to')}
        required
        help=" "
        value={to}
        onChange={(day) => onChange({ to: day })}
      />
    </Box>
  )
}
