import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/orders/order.ts'
import { queries } from '#src/api/client.ts'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { useLinkedFleet, useLinkedFleetId } from '#src/features/fmc/fleets/useLinkedFleet.ts'
import { useOpenFleet } from '#src/features/fmc/fleets/useOpenFleet.ts'
import { PrintHead } from '#src/features/home/dashboard/PrintHead.tsx'
import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { OrderDetails } from '#src/features/orders/order-page/OrderDetails.tsx'
import { orderQuery } from '#src/features/orders/orders/orders.queries.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackToOrigin } from '#src/ui/link/BackToOrigin.tsx'

const REFRESH_MS = 15_000
/** Refetch interval while a payment is being checked. */
const REFRESH_WHILE_PAYING_MS = 3000

/** /orders/:id/approvals: an order, the decision on it, and its history (APR-001). */
export function OrderScreen() {
  const t = useTexts('orders')
  const id = useIdParam('orderId')
  const onDecided = useShowDecision()
  const { data, error, refetch } = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) => (state.data?.payment?.is_running ? REFRESH_WHILE_PAYING_MS : REFRESH_MS),
  })
  useReloadAfterSending(queries.orders.key())
  return (
    <Page
      title={[t('orders:page.title', { number: id }), data?.vehicle.name].filter(Boolean).join(' · ')}
      back={
        <BackToOrigin to="/services" search={{ tab: 'active' }} origin={t('common:action.back')}>
          {t('orders:page.back')}
        </BackToOrigin>
      }
    >
      <PrintHead />
      {data && <OrderDetails key={id} order={data} onDecided={onDecided} />}
      {!data && error && <Missing orderId={id} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList rows={8} />}
    </Page>
  )
}

/**
 * Returns a function that opens the dashboard after a decision, with links to this order and the next one (APR-027,
 * APR-063).
 */
function useShowDecision() {
  const t = useTexts('orders')
  const navigate = useNavigateAfter()
  const messageOf = ({ status, order_services }: Order) => {
    if (status === 'cancel') return t('orders:alert.canceled')
    const rejected = order_services.filter((line) => line.status === 'rejected').map(({ name }) => name)
    if (rejected.length === 0) return t('orders:alert.approved')
    return `${t('orders:alert.approved')} · ${t('orders:alert.rejected', { services: rejected.join(', ') })}`
  }
  return (order: Order) =>
    navigate({
      to: '/dashboard',
      state: { alertType: 'success', alertMessage: messageOf(order), decidedOrder: order.id },
    })
}

interface MissingProps {
  orderId: number
  error: unknown
  onRetry: () => void
}

function Missing({ orderId, error, onRetry }: MissingProps) {
  const t = useTexts('orders', 'errors')
  const textOf = useFailureText()
  const failure = toFailure(error)
  const isOfOtherFleet = useLinkedFleetId() !== null
  if (isUnreachable(failure))
    return <EmptyState title={t('orders:page.offline.title')} message={t('orders:page.offline.message')} />
  if (failure.status === 404 && isOfOtherFleet) return <InOtherFleet orderId={orderId} />
  if (failure.status === 404 || failure.status === 422)
    return <EmptyState title={t('orders:page.missing')} message={textOf(failure)} />
  return <ErrorPanel message={textOf(failure)} onRetry={onRetry} />
}

/** Lets users with access switch to the order's fleet (ruling 30). */
function InOtherFleet({ orderId }: { orderId: number }) {
  const t = useTexts('orders')
  const openFleet = useOpenFleet()
  const { fleet, isLoading } = useLinkedFleet(useLinkedFleetId())
  if (isLoading) return <SkeletonList rows={4} />
  if (!fleet) return <EmptyState title={t('orders:page.missing')} />
  return (
    <EmptyState
      title={t('orders:page.otherFleet.title', { fleet: fleet.name })}
      message={t('orders:page.otherFleet.message')}
      action={
        <Button variant="contained" onClick={() => openFleet(fleet, `/orders/${orderId}/approvals`)}>
          {t('orders:page.otherFleet.open', { fleet: fleet.name })}
        </Button>
      }
    />
  )
}
