import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { orderActivityQuery } from './orders.queries.ts'

/** What happened to the order, newest first (APR-023, APR-057). */
export function OrderActivity({ orderId }: { orderId: number }) {
  const t = useTexts('orders')
  const format = useFormat()
  const { data } = useQuery(orderActivityQuery(orderId))
  const items = data?.shop_order_activity_items ?? []
  if (items.length === 0) return null
  return (
    <Section title={t('orders:activity.title')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {items.map((item) => (
          <li key={item.id}>
            <Typography sx={{ fontWeight: 600 }}>
              {t(`orders:activity.${item.activity_type}` as 'orders:activity.request', {
                defaultValue: item.activity_type,
              })}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[item.acting_user, format.dateTime(item.created_at), format.money(item.total)].join(' · ')}
            </Typography>
            {item.note && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {item.note}
              </Typography>
            )}
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {item.service_details.map(({ name, price }) => `${name} ${format.money(price)}`).join(', ')}
            </Typography>
          </li>
        ))}
      </Box>
    </Section>
  )
}
