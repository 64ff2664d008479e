import FitScreen from '@mui/icons-material/FitScreenOutlined'
import ToggleButton from '@mui/material/ToggleButton'
import type { ReactNode } from 'react'
import type { DayRange, TransactionsView } from '#src/features/money/transactions/transactions-view.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'

interface TransactionsFiltersProps {
  view: TransactionsView
  range: DayRange
  onNarrow: (part: Partial<TransactionsView>) => void
  /** Undefined if nothing is listed, so there are no columns to fit. */
  onFits?: ((fits: boolean) => void) | undefined
  /** Fleet picker for management companies (TRX-003). */
  picker?: ReactNode
}

/** Fleet, days and the size-to-fit toggle (TRX-003, TRX-005, TRX-009). */
export function TransactionsFilters({ view, range, onNarrow, onFits, picker }: TransactionsFiltersProps) {
  const t = useTexts('transactions')
  const isDesktop = useIsDesktop()
  const errors = {
    from: range.fault === 'from' ? t('transactions:fault.day') : undefined,
    to:
      range.fault === 'to'
        ? t('transactions:fault.day')
        : range.fault === 'order'
          ? t('transactions:fault.order')
          : undefined,
  }
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        gridTemplateColumns: {
          // Minimum width of a full date; stacked on the smallest phones.
          xs: 'repeat(auto-fit, minmax(156px, 1fr))',
          md: picker ? 'minmax(240px, 360px) 200px 200px 1fr' : '200px 200px 1fr',
        },
      }}
    >
      {picker && <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>{picker}</Box>}
      <DateInput
        isFilter
        label={t('transactions:from')}
        value={view.from}
        error={errors.from}
        onChange={(from) => onNarrow({ from })}
      />
      <DateInput
        isFilter
        label={t('transactions:to')}
        value={view.to}
        error={errors.to}
        onChange={(to) => onNarrow({ to })}
      />
      {isDesktop && onFits && (
        <ToggleButton
          value="fits"
          selected={view.fits}
          onChange={() => onFits(!view.fits)}
          sx={{ gap: 0.75, mt: '26px', justifySelf: 'end', whiteSpace: 'nowrap' }}
        >
          <FitScreen fontSize="small" />
          {t('transactions:sizeToFit')}
        </ToggleButton>
      )}
    </Box>
  )
}
