import Lock from '@mui/icons-material/LockOutlined'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'

/** Replaces a payment form that this user may not use. */
export function PaymentNotAllowed() {
  const t = useTexts('payment-methods')
  return (
    <EmptyState
      icon={<Lock />}
      title={t('payment-methods:notAllowed.title')}
      message={t('payment-methods:notAllowed.message')}
    />
  )
}
