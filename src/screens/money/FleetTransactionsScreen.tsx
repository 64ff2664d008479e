import Lock from '@mui/icons-material/LockOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Stack from '@mui/material/Stack'
import { useMemo } from 'react'
import type { OrderHistory } from '#contract/maintenance/history.ts'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useKept, useVehicles } from '#src/session/useKept.ts'
import { useLoaded } from '#src/session/useLoaded.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'
import { PaidOrder } from './PaidOrder.tsx'

/** /fleet_transactions: what the fleet has paid to shops, newest first, from what this device keeps. */
export function FleetTransactionsScreen() {
  const t = useTexts('transactions')
  const { can } = useSession()
  return (
    <Page title={t('transactions:title')} subtitle={<AsOf />} width="reading">
      {can('transactions.read') ? (
        <PaidOrders />
      ) : (
        <EmptyState
          icon={<Lock />}
          title={t('transactions:notAllowed.title')}
          message={t('transactions:notAllowed.message')}
          action={
            <LinkButton variant="contained" to="/services" search={{ tab: 'past' }}>
              {t('transactions:notAllowed.services')}
            </LinkButton>
          }
        />
      )}
    </Page>
  )
}

function PaidOrders() {
  const t = useTexts('transactions')
  const orders = useKept(['orders'], (cache) => cache.orders, { isHuge: true })
  const vehicles = useVehicles()
  const paid = useLoaded(useMemo(() => orders && paidOf(orders), [orders]))
  const names = useMemo(() => new Map(vehicles?.map((one) => [one.id, vehicleName(one)])), [vehicles])
  if (!paid) return <SkeletonList rows={6} rowHeight={72} />
  if (paid.length === 0) {
    return (
      <EmptyState
        icon={<Receipt />}
        title={t('transactions:empty.title')}
        message={t('transactions:empty.message')}
      />
    )
  }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <VirtualList
        label={t('transactions:label')}
        items={paid}
        getKey={(order) => order.id}
        estimateHeight={76}
        renderItem={(order) => (
          <PaidOrder order={order} vehicle={names.get(order.vehicle_id) ?? `#${order.vehicle_id}`} />
        )}
      />
    </Stack>
  )
}

const paidOf = (orders: readonly OrderHistory[]) =>
  orders
    .filter(({ status }) => status.startsWith('paid'))
    .toSorted((a, b) => b.appointment_datetime.localeCompare(a.appointment_datetime) || b.id - a.id)
