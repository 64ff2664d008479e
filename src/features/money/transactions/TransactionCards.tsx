import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { TransactionRow } from '#contract/money/transactions.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { OrderLink } from './OrderLink.tsx'
import { ReportCards } from './report/ReportCards.tsx'
import type { TransactionRowsProps } from './TransactionGrid.tsx'
import { useMoneyFormat } from './useMoneyFormat.ts'

/** The payments as cards, for phones. */
export function TransactionCards({ rows, total, page, onPage, onOpen }: TransactionRowsProps) {
  const t = useTexts('transactions')
  return (
    <ReportCards total={total} page={page} onPage={onPage} label={t('transactions:payments.title')}>
      {rows.map((row) => (
        <Card key={row.id} row={row} onOpen={() => onOpen(row.id)} />
      ))}
    </ReportCards>
  )
}

function Card({ row, onOpen }: { row: TransactionRow; onOpen: () => void }) {
  const t = useTexts('transactions')
  const { date } = useFormat()
  const moneyOf = useMoneyFormat()
  const facts = [date(row.shop_order_date), row.invoice_number, row.fleet_name]
  return (
    <Paper component="li" variant="outlined" sx={{ px: 2, py: 1.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <OrderLink orderId={row.shop_order_id} fleet={{ id: row.fleet_id, name: row.fleet_name }} />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {facts.filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Box sx={{ textAlign: 'end', flexShrink: 0 }}>
          <Typography sx={{ fontWeight: 650, whiteSpace: 'nowrap' }}>
            {moneyOf(row.amount, row.currency)}
          </Typography>
          {row.kind !== 'captured' && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t(`transactions:kind.${row.kind}`)}
            </Typography>
          )}
        </Box>
      </Stack>
      <Button
        onClick={onOpen}
        aria-label={t('transactions:viewDetailsOf', { number: row.shop_order_id })}
        sx={{ mt: 0.5, ml: -1, minHeight: 44 }}
      >
        {t('transactions:viewDetails')}
      </Button>
    </Paper>
  )
}
