import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { OrderRow } from '#contract/orders/order-row.ts'
import type { ShopRecord } from '#contract/orders/shop-record.ts'
import { isOpen, listedServices } from '#domain/orders/order-rules.ts'
import { OrderStatusChip } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { ShopStay } from '#src/features/orders/orders/ShopStay.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { ShowMoreButton } from '#src/ui/list/ShowMoreButton.tsx'
import { ordersAtShopQuery } from './shop-record.queries.ts'

const TABS = ['open', 'past'] as const

interface OrdersAtShopProps {
  shopId: number
  record: ShopRecord | undefined
  /** From the URL, so that a link opens exactly these orders. */
  tab: string | undefined
  onTab: (tab: string) => void
}

/** The fleet's own orders at a shop, open or past. */
export function OrdersAtShop({ shopId, record, tab: wanted, onTab }: OrdersAtShopProps) {
  const t = useTexts('shop-record')
  const { number } = useFormat()
  const first = record && record.open_count === 0 && record.past_count > 0 ? 'past' : 'open'
  const tab = TABS.find((known) => known === wanted) ?? first
  const countOf = { open: record?.open_count, past: record?.past_count }
  const labelOf = (tab: (typeof TABS)[number]) => {
    const count = countOf[tab]
    return count === undefined
      ? t(`shop-record:orders.${tab}`)
      : t(`shop-record:orders.${tab}Count`, { number: number(count) })
  }
  return (
    <Section title={t('shop-record:orders.title')} flush>
      <Tabs
        value={tab}
        aria-label={t('shop-record:orders.title')}
        onChange={(_, next: string) => onTab(next)}
        sx={{ px: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map((tab) => (
          <Tab
            key={tab}
            value={tab}
            label={labelOf(tab)}
            id={`shop-orders-${tab}`}
            aria-controls="shop-orders"
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="shop-orders" aria-labelledby={`shop-orders-${tab}`}>
        <Orders key={tab} shopId={shopId} isActive={tab === 'open'} />
      </div>
    </Section>
  )
}

function Orders({ shopId, isActive }: { shopId: number; isActive: boolean }) {
  const t = useTexts('shop-record', 'errors')
  const pages = useInfiniteQuery(ordersAtShopQuery(shopId, isActive))
  const list = useListFailure(pages)
  const orders = pages.data?.pages.flatMap((page) => page.orders)
  return (
    <Stack>
      <ListStates
        {...list}
        total={orders?.length}
        failure={orders ? undefined : list.failure}
        rows={3}
        rowHeight={64}
        empty={
          <EmptyState title={t(isActive ? 'shop-record:orders.noneOpen' : 'shop-record:orders.nonePast')} />
        }
      >
        <ul>
          {orders?.map((order) => (
            <Row key={order.id} order={order} />
          ))}
        </ul>
        <Box sx={{ display: 'grid', justifyItems: 'center', '& button': { my: 1.5 } }}>
          <ShowMoreButton pages={pages}>{t('shop-record:orders.more')}</ShowMoreButton>
        </Box>
      </ListStates>
    </Stack>
  )
}

function Row({ order }: { order: OrderRow }) {
  const format = useFormat()
  const services = listedServices(order).map(({ name }) => name)
  const when = order.completed_date_pretty ?? order.appointment_date_pretty
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        py: 1,
        display: 'flex',
        gap: 1,
        alignItems: 'start',
        justifyContent: 'space-between',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <TextLink
          to="/orders/$orderId/approvals"
          params={{ orderId: String(order.id) }}
          sx={{ fontWeight: 600, overflowWrap: 'anywhere', display: 'inline-block', py: { xs: 0.75, md: 0 } }}
        >
          {order.vehicle.name || `#${order.vehicle_id}`}
        </TextLink>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {services.join(', ')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {when} · {isOpen(order.status) ? <ShopStay order={order} /> : format.money(order.total)}
        </Typography>
      </Box>
      <Box sx={{ flexShrink: 0 }}>
        <OrderStatusChip status={order.status} />
      </Box>
    </Box>
  )
}
