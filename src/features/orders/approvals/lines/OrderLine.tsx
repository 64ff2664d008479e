import Check from '@mui/icons-material/Check'
import Close from '@mui/icons-material/Close'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useId } from 'react'
import type { ServicePreview } from '#contract/orders/approvals.ts'
import type { OrderService } from '#contract/orders/order-row.ts'
import { plainCode } from '#domain/core/plain-text.ts'
import { isCounted, REJECTION_REASONS } from '#domain/orders/order-rules.ts'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { type LineState, lineStateOf } from '#src/features/orders/approvals/decide/decision.ts'
import type { Approval } from '#src/features/orders/approvals/useApproval.ts'
import { AUTO_APPROVE } from '#src/features/orders/orders/auto-approve.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { onPaperOnly, onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { LineComparison } from './LineComparison.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { RejectionReasonInput } from './RejectionReasonInput.tsx'
import { VanityLabel } from './VanityLabel.tsx'

interface OrderLineProps {
  approval: Approval
  service: OrderService
  preview: ServicePreview | undefined
}

/** One service with its price, its comparison and the decision. */
export function OrderLine({ approval, service, preview }: OrderLineProps) {
  const t = useTexts('orders', 'approvals')
  const nameOf = usePositionName()
  const format = useFormat()
  const { order } = approval
  const state = lineStateOf(service, order)
  return (
    <Stack component="li" sx={{ gap: 0.75, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
            {[service.vanity_label ?? service.name, service.position && nameOf(service.position)]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          {service.vanity_label && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {service.name}
            </Typography>
          )}
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`orders:serviceStatus.${service.status}` as 'orders:serviceStatus.active', {
              defaultValue: plainCode(service.status),
            })}
            {service.rejection_reason && ` · ${reasonText(service.rejection_reason)}`}
          </Typography>
        </Box>
        <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{format.money(service.total)}</Typography>
      </Stack>
      <Marks approval={approval} service={service} state={state} />
      {service.note && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {service.note}
        </Typography>
      )}
      {preview && <LineComparison preview={preview} />}
      <OrderFiles files={order.photos.filter(({ order_service_id }) => order_service_id === service.id)} />
      {isCounted(service) && <VanityLabel order={order} service={service} />}
      {approval.isOpen && <LineDecision approval={approval} service={service} state={state} />}
    </Stack>
  )

  function reasonText(reason: string): string {
    const known = REJECTION_REASONS.find((rejectionReason) => rejectionReason === reason)
    return known ? t(`approvals:reason.${known}`) : t('approvals:reason.unknown')
  }
}

/** What is new or changed since an earlier approval. */
function Marks({ approval, service, state }: Omit<OrderLineProps, 'preview'> & { state: LineState }) {
  const t = useTexts('approvals')
  const format = useFormat()
  const { order } = approval
  if (state === 'new')
    return <Typography sx={{ fontWeight: 650, color: 'warning.main' }}>{t('approvals:line.new')}</Typography>
  if (state !== 'changed' && state !== 'lowered' && state !== 'kept') return null
  const before = {
    price: format.money(service.approved_price),
    name: order.approver ?? '',
    date: format.dateTime(order.last_approval_date),
  }
  const isAuto = order.approver === AUTO_APPROVE
  return (
    <Typography
      variant={state === 'changed' ? 'body1' : 'body2'}
      sx={state === 'changed' ? { fontWeight: 650, color: 'warning.main' } : { color: 'text.secondary' }}
    >
      {state !== 'kept'
        ? t(isAuto ? 'approvals:line.changedAuto' : 'approvals:line.changed', before)
        : t(isAuto ? 'approvals:line.keptAuto' : 'approvals:line.kept', before)}
    </Typography>
  )
}

/** Approve or reject; a rejection requires a reason (APR-012 to APR-014). */
function LineDecision({ approval, service, state }: Omit<OrderLineProps, 'preview'> & { state: LineState }) {
  const t = useTexts('approvals')
  const format = useFormat()
  const textOf = useFieldTexts()
  const lockId = useId()
  const { draft, write, hasTried, missingReasons, lock } = approval
  if (state === 'settled' || state === 'kept' || state === 'lowered') return null
  const reason = draft.rejected[service.id]
  const isRejected = reason !== undefined
  const reasonLabel = reason ? t(`approvals:reason.${reason}`) : ''
  const name = service.vanity_label ?? service.name
  const choose = (next: 'approve' | 'reject' | null) => {
    if (next === null) return
    write((before) => {
      const { [service.id]: _, ...rejected } = before.rejected
      return { ...before, rejected: next === 'reject' ? { ...rejected, [service.id]: '' } : rejected }
    })
  }
  const rejectLabel =
    service.approved_price === null
      ? t('approvals:line.reject')
      : t('approvals:line.keepAt', { price: format.money(service.approved_price) })
  return (
    <Stack sx={{ gap: 1.5, mt: 0.5 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isRejected ? 'reject' : 'approve'}
        disabled={lock !== undefined}
        aria-describedby={lock && lockId}
        onChange={(_, next: 'approve' | 'reject' | null) => choose(next)}
        aria-label={t('approvals:line.decision', { service: name })}
        sx={{ '& > button': { minHeight: 48, px: 2, gap: 0.5, textTransform: 'none' } }}
      >
        <ToggleButton value="approve" color="success">
          <Check fontSize="small" aria-hidden />
          {t('approvals:line.approve')}
        </ToggleButton>
        <ToggleButton value="reject" color="error">
          <Close fontSize="small" aria-hidden />
          {rejectLabel}
        </ToggleButton>
      </ToggleButtonGroup>
      <Typography variant="body2" sx={onPaperOnly}>
        {t('approvals:line.printed', {
          decision: isRejected
            ? [rejectLabel, reasonLabel].filter(Boolean).join(' · ')
            : t('approvals:line.approve'),
        })}
      </Typography>
      {lock && (
        <Typography id={lockId} variant="body2" sx={{ color: 'text.secondary' }}>
          {lock}
        </Typography>
      )}
      {isRejected && (
        <Box sx={{ maxWidth: 360, ...onScreenOnly }}>
          <RejectionReasonInput
            value={reason}
            disabled={lock !== undefined}
            onChange={(next) =>
              write((before) => ({ ...before, rejected: { ...before.rejected, [service.id]: next } }))
            }
            error={
              hasTried && missingReasons.includes(service.id)
                ? textOf({ reason: ['required'] }, 'reason')
                : undefined
            }
          />
        </Box>
      )}
    </Stack>
  )
}
