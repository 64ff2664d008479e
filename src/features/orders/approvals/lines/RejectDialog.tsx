import { useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import type { RejectionReason } from '#domain/orders/order-rules.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { isAnyLeft } from '../decide/decision.ts'
import { rejectedBy } from '../decide/rejection.ts'
import { RejectionReasonInput } from './RejectionReasonInput.tsx'

interface RejectDialogProps {
  order: Order
  /** Amount and method, if keeping the earlier prices may require a new payment. `payment` null: not known yet. */
  pays: { total: string; payment: string | null } | null
  onReject: (reason: RejectionReason) => void
  onClose: () => void
}

/** Rejects all open lines for one reason, and explains the effect on the order. */
export function RejectDialog({ order, pays, onReject, onClose }: RejectDialogProps) {
  const t = useTexts('approvals')
  const textOf = useFieldTexts()
  const [reason, setReason] = useState<RejectionReason | ''>('')
  const [isMissing, setMissing] = useState(false)
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t('approvals:reject.title')}
      message={
        <Stack sx={{ gap: 2 }}>
          {isAnyLeft(order, rejectedBy(order, 'other'))
            ? t('approvals:reject.keeps')
            : t('approvals:reject.cancels')}
          {pays && (
            <span>
              {pays.payment === null
                ? t('approvals:actions.total', { total: pays.total })
                : t('approvals:confirm.pays', { total: pays.total, payment: pays.payment })}
            </span>
          )}
          <RejectionReasonInput
            value={reason}
            onChange={setReason}
            error={isMissing && reason === '' ? textOf({ reason: ['required'] }, 'reason') : undefined}
          />
        </Stack>
      }
      confirmLabel={t('approvals:reject.yes')}
      onConfirm={() => (reason === '' ? setMissing(true) : onReject(reason))}
      onCancel={onClose}
    />
  )
}
