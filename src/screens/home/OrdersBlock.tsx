import type { OrderCounts } from '#src/features/home/dashboard/order-counts.ts'
import { ActiveOrdersSummary } from '#src/features/home/maintenances/ActiveOrdersSummary.tsx'
import { ActivePanel } from '#src/features/home/maintenances/ActivePanel.tsx'
import { MainAndSide } from '#src/ui/layout/MainAndSide.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'

/** Active work: a grid of orders next to the vehicles on desktops, only the vehicles on phones. */
export function OrdersBlock({ orders }: { orders: OrderCounts | undefined }) {
  const isDesktop = useIsDesktop()
  if (!isDesktop) return <ActivePanel orders={orders} isAlone />
  return (
    <MainAndSide>
      <ActiveOrdersSummary orders={orders} />
      <ActivePanel orders={orders} isAlone={false} />
    </MainAndSide>
  )
}
