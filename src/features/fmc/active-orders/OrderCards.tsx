import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import type { FleetOrder } from '#contract/fmc/active-orders.ts'
import { OrderStatusChip } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { ShopStay } from '#src/features/orders/orders/ShopStay.tsx'
import { appointmentAtShop } from '#src/features/orders/orders/useAppointmentText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { useFleetMoney } from '../fleets/useFleetMoney.ts'
import { type OrderRowsProps, ReviewButton, servicesOf, shopOf } from './OrderGrid.tsx'
import { useOpenOrder } from './useOpenOrder.ts'

/** The orders as cards, on phones. */
export function OrderCards({ orders, total, page, size, onPage }: OrderRowsProps) {
  const t = useTexts('fmc-orders')
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box component="ul" aria-label={t('fmc-orders:label')} sx={{ display: 'grid', gap: 1 }}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </Box>
      <Pages page={page} count={Math.ceil(total / size)} onChange={(next) => onPage(next, size)} />
    </Stack>
  )
}

function OrderCard({ order }: { order: FleetOrder }) {
  const moneyOf = useFleetMoney()
  const openOrder = useOpenOrder()
  const format = useFormat()
  return (
    <Paper component="li" variant="outlined" sx={{ px: 2, py: 1.5, display: 'grid', gap: 0.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start', gap: 1 }}>
        <Link
          component="button"
          type="button"
          onClick={() => openOrder(order)}
          sx={{ fontWeight: 600, textAlign: 'start', overflowWrap: 'anywhere', py: 0.5 }}
        >
          {order.vehicle.name || `#${order.vehicle.id}`}
        </Link>
        {order.status && <OrderStatusChip status={order.status} />}
      </Stack>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {order.fleet_name}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{servicesOf(order)}</Typography>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[appointmentAtShop(order, format), shopOf(order)].filter(Boolean).join(' · ')} ·{' '}
          <ShopStay order={order} />
        </Typography>
        <Typography sx={{ fontWeight: 650, whiteSpace: 'nowrap' }}>
          {moneyOf(order.total, order.country)}
        </Typography>
      </Stack>
      <Box>
        <ReviewButton order={order} />
      </Box>
    </Paper>
  )
}
