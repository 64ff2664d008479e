import { useQuery } from '@tanstack/react-query'
import type { ActivityItem } from '#contract/orders/order-activity.ts'
import { usePaymentText } from '#src/features/money/payments/usePaymentText.ts'
import { useActorName } from '#src/features/orders/orders/auto-approve.ts'
import { orderActivityQuery } from '#src/features/orders/orders/orders.queries.ts'
import { useAppointmentText } from '#src/features/orders/orders/useAppointmentText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { FailedSection } from '#src/local-data/FailedSection.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useApprovalReason } from './useApprovalReason.ts'

/** The order's activity log, newest first, of a fleet that pays through the platform (APR-022, APR-023, APR-057). */
export function OrderActivity({ orderId }: { orderId: number }) {
  const t = useTexts('orders')
  const format = useFormat()
  const reasonOf = useApprovalReason()
  const actorName = useActorName()
  const appointmentText = useAppointmentText()
  const { noteOf } = usePaymentText()
  const query = useQuery(orderActivityQuery(orderId))
  if (!query.data) return <FailedSection title={t('orders:activity.title')} query={query} />
  const items = query.data.shop_order_activity_items
  if (items.length === 0) return null
  const lineOf = ({ name, price, status }: ActivityItem['service_details'][number]) =>
    status === 'rejected'
      ? t('orders:activity.rejectedLine', { name, price: format.money(price) })
      : `${name} ${format.money(price)}`
  return (
    <Section title={t('orders:activity.title')}>
      <Box component="ol" sx={{ display: 'grid', gap: 1.5 }}>
        {items.map((item) => (
          <li key={item.id}>
            <Typography sx={{ fontWeight: 600 }}>
              {t(`orders:activity.${item.activity_type}` as 'orders:activity.request', {
                defaultValue: item.activity_type,
              })}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[actorName(item.acting_user), format.dateTime(item.created_at), format.money(item.total)].join(
                ' · ',
              )}
            </Typography>
            {item.proposal && (
              <Typography variant="body2">
                {t('orders:activity.proposedTime', { time: appointmentText(item.proposal) })}
              </Typography>
            )}
            {noteOf(item) && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {noteOf(item)}
              </Typography>
            )}
            {item.because && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {reasonOf(item.because)}
              </Typography>
            )}
            {!isMoney(item.activity_type) && (
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {item.service_details.map(lineOf).join(', ')}
              </Typography>
            )}
          </li>
        ))}
      </Box>
    </Section>
  )
}

/** Payment entries show their amount; the order's lines did not change. */
const isMoney = (activityType: string): boolean => activityType.startsWith('payment_')
