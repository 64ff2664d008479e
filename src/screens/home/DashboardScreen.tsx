import Build from '@mui/icons-material/BuildOutlined'
import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import { useState } from 'react'
import { NavigationAlert } from '#src/features/home/dashboard/NavigationAlert.tsx'
import { Tiles } from '#src/features/home/dashboard/Tiles.tsx'
import { useOrderCounts } from '#src/features/home/dashboard/useOrderCounts.ts'
import { WaitingPanel } from '#src/features/home/dashboard/WaitingPanel.tsx'
import { DuePanel } from '#src/features/home/due/DuePanel.tsx'
import { useDue } from '#src/features/home/due/useDue.ts'
import { todayHeight } from '#src/features/home/today/today-height.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLive } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { MainAndSide } from '#src/ui/layout/MainAndSide.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RenderWhenVisible } from '#src/ui/layout/RenderWhenVisible.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

// Loaded after the first paint.
const VehiclesPanel = lazyComponent(() =>
  import('#src/features/home/dashboard/VehiclesPanel.tsx').then((module) => module.VehiclesPanel),
)
const Charts = lazyComponent(() =>
  import('#src/features/home/charts/Charts.tsx').then((module) => module.Charts),
)
const FirstLoad = lazyComponent(() =>
  import('#src/features/home/dashboard/FirstLoad.tsx').then((module) => module.FirstLoad),
)
const TodayPanel = lazyComponent(async () => {
  const [module] = await Promise.all([
    import('#src/features/home/today/TodayPanel.tsx'),
    loadNamespaces('glovebox', 'fault-codes'),
  ])
  return module.TodayPanel
})
const OrdersBlock = lazyComponent(() => import('./OrdersBlock.tsx').then((module) => module.OrdersBlock))

/** Height of the side list with five vehicles, in px. */
const vehiclesHeight = 418

/** /dashboard: waiting entries, due maintenance, active orders and recent vehicles (DSH-001). */
export function DashboardScreen() {
  const t = useTexts('dashboard')
  const { user, can } = useSession()
  const { asOf, hourOf } = useFormat()
  const { cache } = useOffline()
  const isPhone = useIsPhone()
  const loadedAt = useLive(cache.lastLoadedAt)
  const orders = useOrderCounts()
  const due = useDue()
  const isLoading = !loadedAt
  const [isFirstLoad, setFirstLoad] = useState(false)
  if (loadedAt === null && !isFirstLoad) setFirstLoad(true)
  const greeting = t(`dashboard:greeting.${partOfDay(hourOf(Date.now()))}`, { name: user.firstName })
  return (
    <Page
      title={t('dashboard:title')}
      subtitle={
        <>
          {greeting}
          {/* Takes its place from the start, so that the buttons beside it do not wrap later. */}
          <Box component="span" sx={{ visibility: loadedAt ? 'visible' : 'hidden' }}>
            {` · ${t('dashboard:asOf', { time: asOf(loadedAt || Date.now()) })}`}
          </Box>
        </>
      }
      actions={
        // The navigation has the record button as its primary action; on phones, the bottom bar.
        <>
          <LinkButton variant="outlined" startIcon={<EventAvailable />} to="/service_request/new">
            {t('dashboard:scheduleService')}
          </LinkButton>
          {!isPhone && (
            <LinkButton variant="outlined" startIcon={<Build />} to="/maintenance_history/new">
              {t('dashboard:record')}
            </LinkButton>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <NavigationAlert />
        <WaitingPanel />

        <Box sx={{ minHeight: todayHeight }}>
          <TodayPanel due={due} />
        </Box>
        {loadedAt === null && <FirstLoad />}

        <Tiles orders={orders} due={due} />
        <MainAndSide>
          <DuePanel due={due} isLoading={isLoading} keepsRoom={isFirstLoad} />
          <RenderWhenVisible sx={{ minHeight: vehiclesHeight }}>
            <VehiclesPanel isLoading={isLoading} />
          </RenderWhenVisible>
        </MainAndSide>
        <RenderWhenVisible sx={{ minHeight: 480 }}>
          <OrdersBlock orders={orders} />
        </RenderWhenVisible>
        {/* Charts of a driver’s one or two vehicles would be meaningless. */}
        {can('vehicles.readAll') && (
          <RenderWhenVisible sx={{ minHeight: { xs: 800, lg: 380 } }}>
            <Charts />
          </RenderWhenVisible>
        )}
      </Box>
    </Page>
  )
}

function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}
