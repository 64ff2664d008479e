import Stack from '@mui/material/Stack'
import { PaymentMethods } from '#src/features/money/payment-methods/PaymentMethods.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** How the fleet pays (SET-005 to SET-010). Shown, not yet changed. */
export function PaymentsTab() {
  const t = useTexts('settings')
  return (
    <Stack sx={{ gap: 2 }}>
      <AlertBox title={t('settings:payments.title')} message={t('settings:payments.message')} />
      <PaymentMethods />
    </Stack>
  )
}
