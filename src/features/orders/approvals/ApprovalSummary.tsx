import WarningAmber from '@mui/icons-material/WarningAmberOutlined'
import Paper from '@mui/material/Paper'
import { type ReactNode, useId } from 'react'
import { cents, money } from '#domain/orders/prices.ts'
import { PolicyReasonText } from '#src/features/maintenance/policies/PolicyReasonText.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'
import { OrderStatusChip } from '../orders/OrderStatusChip.tsx'
import { ShopName } from '../orders/ShopName.tsx'
import { VehicleName } from '../orders/VehicleName.tsx'
import type { Approval } from './useApproval.ts'

interface ApprovalSummaryProps {
  approval: Approval
  /** Buttons, if they are part of the card. */
  children?: ReactNode
}

/** The request: vehicle, shop, amount, and why no policy approves it. */
export function ApprovalSummary({ approval, children }: ApprovalSummaryProps) {
  const t = useTexts('approvals', 'orders')
  const format = useFormat()
  const titleId = useId()
  const { order, amount, isOpen, rejected } = approval
  const { vehicle, policy_reason: reason } = order
  const phone = order.shop?.main_phone_number
  const isWaiting = order.status === 'awaiting_approval'
  return (
    <Paper component="section" aria-labelledby={titleId} variant="outlined" sx={card}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <Typography variant="h2" id={titleId}>
          {isOpen ? t('approvals:summary.asked') : t('approvals:summary.title')}
        </Typography>
        <OrderStatusChip status={order.status} />
      </Stack>
      <Box>
        <Typography component="div" sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
          <VehicleName vehicle={vehicle} />
        </Typography>
        <Typography component="div" variant="body2">
          <ShopName order={order} />
          {phone && ' · '}
          {phone && <PlainLink href={`tel:${phone}`}>{format.phone(phone)}</PlainLink>}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Typography component="p" sx={{ fontSize: '1.75rem', lineHeight: 1.2, fontWeight: 700 }}>
          {format.money(amount.total ?? amount.beforeTax)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {beforeTax()}
        </Typography>
      </Stack>
      {isWaiting && <WhatIsWrong approval={approval} />}
      <Previous approval={approval} />
      {children}
    </Paper>
  )

  function beforeTax(): string {
    const decided = format.money(amount.beforeTax)
    if (!isWaiting || !reason) return t('approvals:summary.beforeTax', { amount: decided })
    const limit = format.money(reason.policy.amount)
    if (rejected.length > 0) return t('approvals:summary.limitOfSelection', { limit, amount: decided })
    return t('approvals:summary.limit', { limit, estimate: format.money(reason.estimate) })
  }
}

/** Why the order needs an approver: one bold headline, then details. The amount over the limit is that of the selection. */
function WhatIsWrong({ approval: { order, amount, rejected } }: { approval: Approval }) {
  const t = useTexts('approvals')
  const format = useFormat()
  const { policy_reason: reason } = order
  const headline = () => {
    if (order.last_approval_date !== null) return t('approvals:wrong.again')
    if (!reason) return t('approvals:wrong.noPolicy')
    if (reason.over !== null && rejected.length > 0) {
      const over = cents(amount.beforeTax) - cents(reason.policy.amount)
      if (over <= 0) return t('approvals:wrong.selectionWithin')
      return t('approvals:wrong.selectionOver', { over: format.money(money(over)) })
    }
    if (reason.over !== null) return t('approvals:wrong.over', { over: format.money(reason.over) })
    return t('approvals:wrong.services', { count: reason.services.length })
  }
  const text = headline()
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      {text !== t('approvals:wrong.selectionWithin') && (
        <WarningAmber aria-hidden fontSize="small" sx={{ color: 'warning.main', mt: 0.25 }} />
      )}
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650 }}>{text}</Typography>
        {reason && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            <PolicyReasonText reason={reason} />
          </Typography>
        )}
      </Box>
    </Stack>
  )
}

/** The amount authorized by an earlier approval, and what remains to be paid (ruling 28). */
function Previous({ approval: { order, remaining } }: { approval: Approval }) {
  const t = useTexts('approvals')
  const format = useFormat()
  if (!order.payment || cents(order.previous_payments) === 0) return null
  return (
    <Typography variant="body2">
      {t('approvals:summary.previous', {
        previous: format.money(order.previous_payments),
        remaining: format.money(remaining === null ? null : money(Math.max(remaining, 0))),
      })}
    </Typography>
  )
}

const card = { p: 2, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' } as const
