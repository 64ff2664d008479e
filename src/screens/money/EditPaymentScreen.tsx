import { useQuery } from '@tanstack/react-query'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { EditMethod } from '#src/features/money/payment-methods/EditMethod.tsx'
import { methodsQuery } from '#src/features/money/payment-methods/payment-methods.queries.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { PaymentNotAllowed } from './PaymentNotAllowed.tsx'
import { usePaymentDone } from './usePaymentDone.ts'

/** /payments/:id/edit: edits a payment method, then goes to the account page (PAY-026). */
export function EditPaymentScreen() {
  const t = useTexts('payment-methods')
  const { can } = useSession()
  return (
    <Page
      title={t('payment-methods:page.edit')}
      width="form"
      back={<BackLink to="/account">{t('payment-methods:page.back')}</BackLink>}
    >
      {can('payments.add') ? <KnownMethod /> : <PaymentNotAllowed />}
    </Page>
  )
}

function KnownMethod() {
  const t = useTexts('payment-methods', 'errors')
  const textOf = useFailureText()
  const id = useIdParam('methodId')
  const { close, done } = usePaymentDone()
  const { data, error, refetch } = useQuery(methodsQuery())
  if (!data && error) {
    const failure = toFailure(error)
    return (
      <ErrorPanel
        message={isUnreachable(failure) ? t('payment-methods:offline.form') : textOf(failure)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <SkeletonList rows={6} />
  const method = data.payment_methods.find((paymentMethod) => paymentMethod.id === id)
  if (!method)
    return (
      <EmptyState title={t('payment-methods:missing.title')} message={t('payment-methods:missing.message')} />
    )
  if (!method.can_edit) return <PaymentNotAllowed />
  return <EditMethod key={id} kind="page" method={method} onSaved={done('changed')} onCancel={close} />
}
