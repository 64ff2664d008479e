import Check from '@mui/icons-material/Check'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Hourglass from '@mui/icons-material/HourglassEmptyOutlined'
import Lock from '@mui/icons-material/LockOutlined'
import Undo from '@mui/icons-material/UndoOutlined'
import type { ReactNode } from 'react'
import type { Payment, PaymentStatus } from '#contract/money/payment.ts'
import { usePaymentText } from '#src/features/money/payments/usePaymentText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip, type StatusTone } from '#src/ui/feedback/StatusChip.tsx'

const LOOKS: Record<PaymentStatus, { tone: StatusTone; icon: ReactNode }> = {
  requested: { tone: 'info', icon: <Hourglass /> },
  unknown: { tone: 'info', icon: <Hourglass /> },
  authorized: { tone: 'info', icon: <Lock /> },
  captured: { tone: 'success', icon: <Check /> },
  refunded: { tone: 'neutral', icon: <Undo /> },
  voided: { tone: 'neutral', icon: <Undo /> },
  declined: { tone: 'danger', icon: <ErrorOutlined /> },
  failed: { tone: 'danger', icon: <ErrorOutlined /> },
}

/** One payment attempt: method, amount, state, refunds. */
export function PaymentState({ payment }: { payment: Payment }) {
  const t = useTexts('order-payments')
  const format = useFormat()
  const text = usePaymentText()
  const pending = payment.refunds.find(({ status }) => status === 'requested')
  const [latest] = payment.refunds
  const refunded = Number(payment.refunded_amount) > 0
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 650 }}>
          {format.money(payment.captured_amount ?? payment.amount)}
        </Typography>
        <StatusChip {...LOOKS[payment.status]} label={text.statusOf(payment)} />
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {payment.method_of_payment}
        </Box>
      </Stack>
      {payment.reason && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text.reasonOf(payment.reason)}
        </Typography>
      )}
      {refunded && (
        <Typography variant="body2">
          {t('order-payments:refund.done', { amount: format.money(payment.refunded_amount) })}
        </Typography>
      )}
      {latest?.status === 'failed' && (
        <Typography variant="body2">
          {t('order-payments:refund.failed', { amount: format.money(latest.amount) })}
        </Typography>
      )}
      {pending && (
        <Typography variant="body2" role="status">
          {t('order-payments:refund.pending', { amount: format.money(pending.amount) })}
        </Typography>
      )}
    </Stack>
  )
}
