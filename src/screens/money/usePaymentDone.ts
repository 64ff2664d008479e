import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** Goes from a payment method form to the account page (PAY-025, PAY-026). `done` shows the result there. */
export function usePaymentDone() {
  const t = useTexts('payment-methods')
  const navigate = useNavigateAfter()
  const toast = useToast()
  const close = () => navigate({ to: '/account' })
  const done = (what: 'added' | 'changed') => () => {
    toast('success', t(`payment-methods:done.${what}`))
    close()
  }
  return { close, done }
}
