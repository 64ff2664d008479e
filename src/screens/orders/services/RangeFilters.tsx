import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import { type ReactNode, useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'

interface RangeFiltersProps {
  query: string
  from: string
  to: string
  /** The last day is before the first. */
  isReversed: boolean
  onChange: (part: { q?: string; from?: string; to?: string }) => void
  /** The tab's own filters, in the same row as the days. */
  children?: ReactNode
}

/**
 * Quick filter and date range of a tab (SVC-007, SVC-008). On a phone the dates collapse to leave room for the list.
 */
export function RangeFilters({ query, from, to, isReversed, onChange, children }: RangeFiltersProps) {
  const t = useTexts('services')
  const format = useFormat()
  const isDesktop = useIsDesktop()
  const [isOpen, setOpen] = useState(false)
  const days = (
    <>
      <DateInput
        isFilter
        label={t('services:from')}
        value={from}
        onChange={(day) => onChange({ from: day })}
      />
      <DateInput
        isFilter
        label={t('services:to')}
        value={to}
        error={isReversed ? t('services:rangeOrder') : undefined}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  )
  const search = <SearchInput label={t('services:search')} value={query} onSearch={(q) => onChange({ q })} />
  if (isDesktop)
    return (
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: 'minmax(240px, 360px) 200px 200px 1fr',
          '& > :first-of-type': { mt: '26px' },
        }}
      >
        <Box>{search}</Box>
        {days}
        <Box>{children}</Box>
      </Box>
    )
  const range = from || to ? `${format.shortDate(from)} – ${format.shortDate(to)}` : t('services:allDays')
  return (
    <Stack sx={{ gap: 1 }}>
      {search}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'space-between' }}>
        {children}
        <Button
          startIcon={<CalendarMonth />}
          aria-expanded={isOpen || isReversed}
          onClick={() => setOpen(!isOpen)}
          sx={{ px: 1 }}
        >
          {range}
        </Button>
      </Stack>
      <Collapse in={isOpen || isReversed} unmountOnExit>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr', pb: 1 }}>{days}</Box>
      </Collapse>
    </Stack>
  )
}
