import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cents, money } from '#domain/orders/prices.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { Totals } from '#src/ui/layout/Totals.tsx'
import { previewQuery } from './approvals.queries.ts'
import { LINES_ID, useScrollTo } from './decide/scroll-destination.ts'
import { OrderFiles } from './lines/OrderFiles.tsx'
import { OrderLine } from './lines/OrderLine.tsx'
import type { Approval } from './useApproval.ts'

/**
 * All services except deleted ones, each with its decision while one is required, then the totals (APR-012, APR-025,
 * APR-026, APR-059).
 */
export function OrderLines({ approval }: { approval: Approval }) {
  const t = useTexts('orders')
  const { order } = approval
  useScrollTo(LINES_ID, approval)
  const { data: preview } = useQuery({
    ...previewQuery(order),
    enabled: order.status === 'awaiting_approval',
    placeholderData: keepPreviousData,
  })
  const shown = order.order_services.filter(({ status }) => status !== 'deleted')
  return (
    <Section title={t('orders:services.title')}>
      {shown.length === 0 && <EmptyState title={t('orders:services.none')} />}
      <Box
        component="ul"
        id={LINES_ID}
        tabIndex={-1}
        aria-label={t('orders:services.title')}
        sx={{ scrollMarginTop: 80, outline: 'none' }}
      >
        {shown.map((service) => (
          <OrderLine
            key={service.id}
            approval={approval}
            service={service}
            // The comparison must match the price shown.
            preview={preview?.order_services.find(
              ({ id, price }) => id === service.id && price === service.price,
            )}
          />
        ))}
      </Box>
      <Box sx={{ mt: 1.5 }}>
        <Totals sums={useTotals(approval)} />
      </Box>
      <OrderFiles files={order.invoices} />
    </Section>
  )
}

/** Totals of the decision, without rejected lines. */
function useTotals({ order, amount, remaining }: Approval) {
  const t = useTexts('orders')
  const format = useFormat()
  const [promotion] = order.promotions
  const isWaiting = order.status === 'awaiting_approval'
  const isHeld = isWaiting && cents(order.previous_payments) > 0
  const isAgain = isHeld && order.payment !== null
  return [
    { label: t('orders:sum.subTotal'), amount: format.money(amount.beforeTax) },
    // Fewer services may not reach the minimum of the promotion.
    ...(Number(amount.discount ?? order.discount) > 0
      ? [
          {
            label: t('orders:sum.discount', { name: promotion?.name ?? '' }),
            amount: format.money(amount.discount === null ? null : `-${amount.discount}`),
          },
        ]
      : []),
    { label: t('orders:sum.tax'), amount: format.money(amount.tax) },
    { label: t('orders:sum.total'), amount: format.money(amount.total), isTotal: true },
    // Known only until the decision; afterwards the section about payments shows what was paid.
    ...(isWaiting
      ? [
          {
            label: isHeld ? t('orders:sum.held') : t('orders:sum.previous'),
            amount: format.money(order.previous_payments),
          },
        ]
      : []),
    ...(isAgain
      ? [
          {
            label: t('orders:sum.remaining'),
            amount: format.money(remaining === null ? null : money(Math.max(remaining, 0))),
          },
        ]
      : []),
    { label: t('orders:sum.saving'), amount: format.money(amount.saving) },
  ]
}
