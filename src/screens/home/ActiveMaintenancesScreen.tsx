import BuildIcon from '@mui/icons-material/BuildOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useOrderCounts } from '#src/features/home/dashboard/useOrderCounts.ts'
import { OrderStats } from '#src/features/home/maintenances/OrderStats.tsx'
import { CancelNotice } from '#src/features/home/maintenances/OrdersPanel.tsx'
import { useActiveVehicles } from '#src/features/home/maintenances/useActiveVehicles.ts'
import { ActiveList } from '#src/features/orders/orders/ActiveList.tsx'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { NotHereYet } from '#src/features/vehicles/vehicles/NotHereYet.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useNeverLoaded } from '#src/session/useNeverLoaded.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

/** /active_maintenances: the active-maintenance panel as a full page (DSH-028, DSH-030). */
export function ActiveMaintenancesScreen() {
  const t = useTexts('maintenances', 'orders')
  const orders = useOrderCounts()
  const isNeverLoaded = useNeverLoaded()
  const { rows, hasMore, isLoadingMore, showMore } = useActiveVehicles()
  return (
    <Page
      title={t('maintenances:active.title')}
      subtitle={<AsOf />}
      back={<BackLink to="/dashboard">{t('maintenances:back')}</BackLink>}
    >
      <Stack sx={{ gap: 1.5 }}>
        <Box sx={{ mx: -2 }}>
          <OrderStats orders={orders} />
        </Box>
        {!rows && (isNeverLoaded ? <NotHereYet /> : <SkeletonList rows={6} rowHeight={132} />)}
        {rows?.length === 0 && (
          <EmptyState
            icon={<BuildIcon />}
            title={t('maintenances:active.empty')}
            message={t('maintenances:active.emptyMessage')}
          />
        )}
        {rows && rows.length > 0 && <ActiveList rows={rows} />}
        {hasMore && (
          <Button variant="outlined" loading={isLoadingMore} onClick={showMore} sx={{ alignSelf: 'center' }}>
            {t('orders:more')}
          </Button>
        )}
        <CancelNotice />
      </Stack>
    </Page>
  )
}
