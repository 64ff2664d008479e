import { useQuery } from '@tanstack/react-query'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { OrderDetails } from '#src/features/orders/orders/OrderDetails.tsx'
import { orderQuery, ordersKey } from '#src/features/orders/orders/orders.queries.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/useIdParam.ts'
import { useReloadAfterSending } from '#src/session/useReloadAfterSending.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

/** /orders/:id/approvals: an order, what it costs, and what happened to it (APR-001). */
export function OrderScreen() {
  const t = useTexts('orders')
  const id = useIdParam('orderId')
  const { data, error, refetch } = useQuery({ ...orderQuery(id), refetchInterval: 15_000 })
  useReloadAfterSending(ordersKey())
  return (
    <Page
      title={t('orders:page.title', { number: id })}
      width="reading"
      back={
        <BackLink to="/services" search={{ tab: 'active' }}>
          {t('orders:page.back')}
        </BackLink>
      }
    >
      {data && <OrderDetails order={data} />}
      {!data && error && <Missing error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList rows={8} />}
    </Page>
  )
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts('orders', 'errors')
  const textOf = useFailureText()
  const failure = toFailure(error)
  if (isUnreachable(failure))
    return <EmptyState title={t('orders:page.offline.title')} message={t('orders:page.offline.message')} />
  if (failure.status === 404 || failure.status === 422)
    return <EmptyState title={t('orders:page.missing')} message={textOf(failure)} />
  return <ErrorPanel message={textOf(failure)} onRetry={onRetry} />
}
