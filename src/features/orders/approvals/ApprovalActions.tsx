import { useEffect, useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { DecisionCost } from './decide/DecisionCost.tsx'
import { CHANGES_ID, LINES_ID, PAYMENT_ID } from './decide/scroll-destination.ts'
import { usePaymentText } from './decide/usePaymentText.ts'
import { RejectDialog } from './lines/RejectDialog.tsx'
import type { Approval } from './useApproval.ts'

/** Total, payment and the three actions: approve, review the lines, reject. */
export function ApprovalActions({ approval }: { approval: Approval }) {
  const t = useTexts('approvals')
  const format = useFormat()
  const { order, rejected, rejectable, amount, obstacle, isBusy } = approval
  const [confirming, setConfirming] = useState<'approve' | 'reject'>()
  const isPartial = rejected.length > 0
  const disabledReason = obstacle ?? false
  // Closes an open confirmation when the order changes, because it no longer applies.
  useEffect(() => {
    if (obstacle) setConfirming(undefined)
  }, [obstacle])

  function openConfirmation() {
    if (!approval.missing) return setConfirming('approve')
    approval.showMissing()
    approval.goTo({ id: approval.missingReasons.length > 0 ? LINES_ID : PAYMENT_ID, toFirstError: true })
  }
  const total =
    amount.total === null
      ? t('approvals:actions.beforeTax', { amount: format.money(amount.beforeTax) })
      : format.money(amount.total)
  const isRejection = isPartial && rejected.length === rejectable.length && linesApproved(approval) === 0
  const label = isPartial
    ? t('approvals:actions.approveSome', { approved: linesApproved(approval), count: linesOf(approval) })
    : t('approvals:actions.approveAll')
  return (
    <Stack sx={{ gap: 1 }}>
      <Summary approval={approval} total={total} />
      {obstacle && (
        <Typography role="status" variant="body2" sx={{ fontWeight: 600 }}>
          {obstacle}
        </Typography>
      )}
      {approval.hasTried && approval.missing && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {approval.missing}
        </Typography>
      )}
      <Stack direction="row" sx={buttonRow}>
        <ActionButton
          variant="contained"
          disabledReason={disabledReason}
          loading={isBusy}
          onClick={openConfirmation}
        >
          {isRejection ? t('approvals:actions.rejectLines') : label}
        </ActionButton>
        {rejectable.length > 0 && (
          <LineButtons approval={approval} onReject={() => setConfirming('reject')} />
        )}
      </Stack>
      <ApproveDialog
        approval={approval}
        isOpen={confirming === 'approve' && obstacle === undefined}
        isRejection={isRejection}
        label={label}
        total={total}
        onClose={() => setConfirming(undefined)}
      />
      {confirming === 'reject' && obstacle === undefined && (
        <RejectDialog
          order={order}
          pays={approval.rejectPays}
          onReject={(reason) => {
            setConfirming(undefined)
            void approval.rejectAll(reason)
          }}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </Stack>
  )
}

interface SummaryProps {
  approval: Approval
  /** Formatted. */
  total: string
}

/** The total and how it is paid. */
function Summary({ approval: { order, payment }, total }: SummaryProps) {
  const t = useTexts('approvals')
  const paymentText = usePaymentText()
  return (
    <Stack
      direction="row"
      sx={{ gap: 1, justifyContent: 'space-between', alignItems: 'baseline', flexWrap: 'wrap' }}
    >
      <Typography component="p" sx={{ fontWeight: 700 }}>
        {t('approvals:actions.total', { total })}
      </Typography>
      {payment.isNeeded && payment.fault === null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {paymentText.chosen(order, payment)}
        </Typography>
      )}
    </Stack>
  )
}

interface LineButtonsProps {
  approval: Approval
  onReject: () => void
}

function LineButtons({ approval: { goTo, changes, obstacle, lock }, onReject }: LineButtonsProps) {
  const t = useTexts('approvals')
  // Changes must be acknowledged first.
  const id = changes.length > 0 ? CHANGES_ID : LINES_ID
  return (
    <>
      <ActionButton variant="outlined" onClick={() => goTo({ id, toFirstError: false })}>
        {t('approvals:actions.review')}
      </ActionButton>
      <ActionButton variant="outlined" color="error" disabledReason={obstacle ?? lock} onClick={onReject}>
        {t('approvals:actions.reject')}
      </ActionButton>
    </>
  )
}

interface ApproveDialogProps extends SummaryProps {
  isOpen: boolean
  /** No line remains, so the order is canceled. */
  isRejection: boolean
  label: string
  onClose: () => void
}

function ApproveDialog({ approval, total, isOpen, isRejection, label, onClose }: ApproveDialogProps) {
  const t = useTexts('approvals')
  const { isBusy } = approval
  const texts = isRejection
    ? {
        title: t('approvals:reject.title'),
        message: t('approvals:reject.cancels'),
        confirmLabel: t('approvals:reject.yes'),
      }
    : {
        title: label,
        message: <ApproveMessage approval={approval} total={total} />,
        confirmLabel: t('approvals:confirm.yes'),
      }
  return (
    <ConfirmDialog
      open={isOpen}
      {...texts}
      isDestructive={isRejection}
      isBusy={isBusy}
      onConfirm={() => {
        onClose()
        void approval.send()
      }}
      onCancel={onClose}
    />
  )
}

function ApproveMessage({ approval, total }: SummaryProps) {
  const t = useTexts('approvals')
  const { order, rejected, payment } = approval
  return (
    <>
      {rejected.length > 0
        ? t('approvals:confirm.some', {
            approved: linesApproved(approval),
            rejected: rejected.length,
            total,
          })
        : t('approvals:confirm.all')}
      <DecisionCost order={order} payment={payment} total={total} />
    </>
  )
}

/** One row, also on a phone, where long labels wrap inside their button to keep the bar low. */
const buttonRow = {
  gap: 1,
  '& > button': { flexGrow: 1, minWidth: 0, minHeight: 48, px: 1, lineHeight: 1.2 },
} as const

/** Lines that count in the order, including those that this draft rejects. */
const linesOf = ({ order }: Approval) =>
  order.order_services.filter(({ status }) => status !== 'deleted' && status !== 'rejected').length

/** Lines that remain: approved now, or kept at the previously approved price. */
const linesApproved = (approval: Approval) =>
  linesOf(approval) - approval.rejected.filter(({ approved_price }) => approved_price === null).length
