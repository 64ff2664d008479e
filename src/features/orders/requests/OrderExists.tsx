import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'

/** orderExistsAlert of the specification (DSH-026), with a link to that order. */
export function OrderExists({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const t = useTexts('requests', 'errors')
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      open
      title={t('requests:exists.title')}
      message={t('errors:order_exists')}
      confirmLabel={t('requests:exists.open')}
      cancelLabel={t('common:action.close')}
      onConfirm={() =>
        void navigate({ to: '/orders/$orderId/approvals', params: { orderId: String(orderId) } })
      }
      onCancel={onClose}
    />
  )
}
