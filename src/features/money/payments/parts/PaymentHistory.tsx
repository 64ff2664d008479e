import type { PaymentActivity } from '#contract/money/payment.ts'
import { usePaymentText } from '#src/features/money/payments/usePaymentText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

/** The payment activities, newest first (APR-023). */
export function PaymentHistory({ activities }: { activities: readonly PaymentActivity[] }) {
  const t = useTexts('order-payments')
  const format = useFormat()
  const text = usePaymentText()
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {t('order-payments:history')}
      </Typography>
      <ol aria-label={t('order-payments:history')}>
        {activities.map((item) => (
          <Stack component="li" key={item.id} direction="row" sx={row}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600 }}>{text.activityOf(item)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[
                  item.acting_user ?? t('order-payments:system'),
                  format.dateTime(item.created_at),
                  item.method_of_payment,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
              {text.noteOf(item) && <Typography variant="body2">{text.noteOf(item)}</Typography>}
            </Box>
            <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
              {format.money(item.amount)}
            </Typography>
          </Stack>
        ))}
      </ol>
    </div>
  )
}

const row = {
  justifyContent: 'space-between',
  gap: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
} as const
