import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ReportCards } from './report/ReportCards.tsx'
import type { SubscriptionRowsProps } from './SubscriptionGrid.tsx'
import { useMoneyFormat } from './useMoneyFormat.ts'

/** The subscription months as cards, for phones. */
export function SubscriptionCards({ rows, total, page, onPage, onOpen }: SubscriptionRowsProps) {
  const t = useTexts('transactions')
  const { date, number } = useFormat()
  const moneyOf = useMoneyFormat()
  return (
    <ReportCards total={total} page={page} onPage={onPage} label={t('transactions:subscriptions.title')}>
      {rows.map((row) => (
        <Paper key={row.id} component="li" variant="outlined" sx={{ px: 2, py: 1.5 }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{row.fleet_name}</Typography>
            <Typography sx={{ fontWeight: 650, whiteSpace: 'nowrap' }}>
              {moneyOf(row.amount, row.currency)}
            </Typography>
          </Stack>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[
              date(row.subscription),
              t('transactions:subscriptions.vehicles', {
                count: row.number_of_vehicles,
                number: number(row.number_of_vehicles),
              }),
              t(`transactions:subscriptionStatus.${row.status}`),
            ].join(' · ')}
          </Typography>
          {row.method_of_payment !== null && (
            <Button
              onClick={() => onOpen(row)}
              aria-label={t('transactions:subscriptions.showMethod', {
                method: row.method_of_payment,
                fleet: row.fleet_name,
              })}
              sx={{ mt: 0.5, ml: -1, minHeight: 44 }}
            >
              {row.method_of_payment}
            </Button>
          )}
        </Paper>
      ))}
    </ReportCards>
  )
}
