import { useTexts } from '#src/i18n/useTexts.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

/** Links to the new order after a booking (DSH-032). */
export function BookedLink({ orderId }: { orderId: number }) {
  const t = useTexts('requests')
  return (
    <LinkButton
      color="inherit"
      to="/orders/$orderId/approvals"
      params={{ orderId: String(orderId) }}
      sx={{ display: 'flex', width: 'fit-content', mt: 1 }}
    >
      {t('requests:bookedLink', { number: orderId })}
    </LinkButton>
  )
}
