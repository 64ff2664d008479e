import { AddMethod } from '#src/features/money/payment-methods/AddMethod.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { PaymentNotAllowed } from './PaymentNotAllowed.tsx'
import { usePaymentDone } from './usePaymentDone.ts'

/** /payments/new: adds a payment method, then goes to the account page (PAY-025). */
export function NewPaymentScreen() {
  const t = useTexts('payment-methods')
  const { can } = useSession()
  const { close, done } = usePaymentDone()
  return (
    <Page
      title={t('payment-methods:page.new')}
      width="form"
      back={<BackLink to="/account">{t('payment-methods:page.back')}</BackLink>}
    >
      {can('payments.add') ? (
        <AddMethod kind="page" onSaved={done('added')} onCancel={close} />
      ) : (
        <PaymentNotAllowed />
      )}
    </Page>
  )
}
