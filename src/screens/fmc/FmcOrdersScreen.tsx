import { useNavigate, useSearch } from '@tanstack/react-router'
import { OrdersPanel } from '#src/features/fmc/active-orders/OrdersPanel.tsx'
import {
  type OrdersView,
  readOrdersView,
  writeOrdersView,
} from '#src/features/fmc/active-orders/orders-view.ts'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { ApprovalsBlock } from '#src/features/orders/approvals/ApprovalsBlock.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** /fmc_activeorders: active orders of all fleets, below those that wait for the user's approval (FMC-037). */
export function FmcOrdersScreen() {
  const t = useTexts('fmc-orders')
  const view = readOrdersView(useSearch({ strict: false }))
  const look = useTableLook()
  const navigate = useNavigate()
  const change = (part: Partial<OrdersView>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...writeOrdersView({ ...view, ...part }) }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page title={t('fmc-orders:title')}>
      <Stack sx={{ gap: 2 }}>
        <ApprovalsBlock />
        <OrdersPanel
          view={view}
          onChange={change}
          views={<ViewsMenu list="fmc_orders" hiddenColumns={look.hiddenColumns} />}
          look={look.table}
        />
      </Stack>
    </Page>
  )
}
