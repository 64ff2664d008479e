import Button from '@mui/material/Button'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface OrdersCountProps {
  total: number
  /** Open orders outside the date range. */
  outside: number
  onShowAll: () => void
}

/** How many open orders are listed, and how many the date range excludes, with a link to show them. */
export function OrdersCount({ total, outside, onShowAll }: OrdersCountProps) {
  const t = useTexts('orders')
  const { number } = useFormat()
  return (
    <Stack direction="row" sx={{ columnGap: 1, flexWrap: 'wrap', alignItems: 'center', minHeight: 32 }}>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {t('orders:active.count', { count: total, number: number(total) })}
        {outside > 0 && ` · ${t('orders:active.outside', { count: outside, number: number(outside) })}`}
      </Typography>
      {outside > 0 && (
        <Button size="small" onClick={onShowAll}>
          {t('orders:active.showAll')}
        </Button>
      )}
    </Stack>
  )
}
