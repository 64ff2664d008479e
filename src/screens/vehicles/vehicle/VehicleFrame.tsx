import Block from '@mui/icons-material/Block'
import Build from '@mui/icons-material/BuildOutlined'
import Folder from '@mui/icons-material/FolderOpenOutlined'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { createLink } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { NavigationAlert } from '#src/features/home/dashboard/NavigationAlert.tsx'
import { PrintHead } from '#src/features/home/dashboard/PrintHead.tsx'
import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { VehicleMenu } from '#src/features/vehicles/lifecycle/VehicleMenu.tsx'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { lastListState } from '#src/features/vehicles/vehicles/list-state.ts'
import { vehicleDetail, vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { addRecents } from '#src/lib/recents.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useLoadedAt, useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useFlag, useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'

interface VehicleFrameProps {
  vehicleId: number
  tab: 'overview' | 'next' | 'history' | 'schedule' | 'policies'
  /** Undefined while the glovebox is off. */
  onGlovebox?: (() => void) | undefined
  children: (vehicle: Vehicle) => ReactNode
}

const LinkTab = createLink(Tab)

// Loaded on demand: few visits are to a deleted vehicle.
const DeletedVehicleNotice = lazyComponent(
  async () => {
    const [module] = await Promise.all([
      import('#src/features/vehicles/deleted-vehicles/DeletedVehicleNotice.tsx'),
      loadNamespaces('deleted-vehicles', 'errors'),
    ])
    return module.DeletedVehicleNotice
  },
  <SkeletonList rows={2} />,
)

/** The frame of all tabs of a vehicle: name, actions and tab links (VEH-025, VEH-091). */
export function VehicleFrame({ vehicleId, tab, onGlovebox, children }: VehicleFrameProps) {
  const t = useTexts('vehicles')
  const localVehicle = useLocalRows(['vehicle', vehicleId], (cache) => cache.vehicle(vehicleId))
  const loadedAt = useLoadedAt()
  const firstLoad = useFirstLoad()
  const { user } = useSession()
  useEffect(() => {
    // Prefetches its documents from now on (docs/offline.md#reads).
    if (Number.isSafeInteger(vehicleId))
      addRecents({ fleetId: user.fleet_id, userId: user.id, kind: 'openedVehicle' }, [vehicleId])
  }, [user.fleet_id, user.id, vehicleId])
  const back = (
    <BackLink to="/vehicles" search={lastListState()}>
      {t('vehicles:action.back')}
    </BackLink>
  )
  if (!localVehicle) {
    // Before the first complete load, a missing vehicle may still arrive.
    const isMissing = loadedAt !== undefined && loadedAt !== null
    return (
      <Page title={t('vehicles:title')} back={back}>
        <ListStates
          {...firstLoad}
          total={isMissing ? 0 : undefined}
          rowHeight={72}
          empty={<Absent vehicleId={vehicleId} />}
        >
          {null}
        </ListStates>
      </Page>
    )
  }
  return (
    <Page
      title={vehicleName(localVehicle)}
      back={back}
      subtitle={
        <>
          {!localVehicle.is_active && <Inactive />}
          {vehicleDetail(localVehicle)}
          <AsOf before={vehicleDetail(localVehicle) && ' · '} />
        </>
      }
      menu={<Menu vehicle={localVehicle} />}
      actions={<Actions vehicleId={vehicleId} onGlovebox={onGlovebox} />}
    >
      <PrintHead />
      <NavigationAlert />
      <VehicleTabs vehicleId={vehicleId} tab={tab} />
      {children(localVehicle)}
    </Page>
  )
}

function Menu({ vehicle }: { vehicle: Vehicle }) {
  const navigate = useNavigateAfter()
  return (
    <VehicleMenu
      vehicle={vehicle}
      onDone={(done, alertMessage) =>
        navigate({
          ...(done === 'deleted' ? { to: '/vehicles' } : { to: '.', search: (before) => before }),
          state: {
            alertMessage,
            alertType: 'success',
            ...(done === 'deleted' && { deletedVehicle: vehicle.id }),
          },
          replace: true,
        })
      }
    />
  )
}

function Actions({ vehicleId, onGlovebox }: Pick<VehicleFrameProps, 'vehicleId' | 'onGlovebox'>) {
  const t = useTexts('vehicles')
  return (
    <>
      {onGlovebox && (
        <Button variant="outlined" startIcon={<Folder />} onClick={onGlovebox}>
          {t('vehicles:action.glovebox')}
        </Button>
      )}
      <LinkButton
        variant="contained"
        startIcon={<Build />}
        to="/maintenance_history/new"
        search={{ vehicle: String(vehicleId) }}
      >
        {t('vehicles:action.record')}
      </LinkButton>
    </>
  )
}

function VehicleTabs({ vehicleId, tab }: Pick<VehicleFrameProps, 'vehicleId' | 'tab'>) {
  const t = useTexts('vehicles')
  const isDesktop = useIsDesktop()
  const { can } = useSession()
  const hasSchedules = useFlag('maintenance_schedules')
  const params = { vehicleId: String(vehicleId) }
  return (
    <Tabs
      // A tab that the role does not include cannot be selected.
      value={tab === 'policies' && !can('policies.read') ? false : tab}
      variant="scrollable"
      // They always fit on desktop.
      scrollButtons={isDesktop ? false : 'auto'}
      allowScrollButtonsMobile
      component="nav"
      aria-label={t('vehicles:tab.label')}
      sx={{ mb: 2, borderBottom: 1, borderColor: 'divider', '& [role="tablist"]': { gap: 1 } }}
    >
      <LinkTab
        value="overview"
        label={t('vehicles:tab.overview')}
        to="/vehicles/$vehicleId"
        params={params}
      />
      {!hasSchedules && (
        <LinkTab value="next" label={t('vehicles:tab.next')} to="/vehicles/$vehicleId/next" params={params} />
      )}
      <LinkTab
        value="history"
        label={t('vehicles:tab.history')}
        to="/vehicles/$vehicleId/history"
        params={params}
      />
      <LinkTab
        value="schedule"
        label={t('vehicles:tab.schedule')}
        to="/vehicles/$vehicleId/schedule"
        params={params}
      />
      {can('policies.read') && (
        <LinkTab
          value="policies"
          label={t('vehicles:tab.policies')}
          to="/vehicles/$vehicleId/policies"
          params={params}
        />
      )}
    </Tabs>
  )
}

/** Shown first for an inactive vehicle: it can be viewed but not scheduled (VEH-059). */
function Inactive() {
  const t = useTexts('vehicles')
  return (
    <Box component="span" sx={{ display: 'inline-block', mr: 1, my: 0.5 }}>
      <StatusChip tone="neutral" icon={<Block />} label={t('vehicles:inactive')} />
    </Box>
  )
}

/** Not on this device: recently deleted, or not visible to this user. */
function Absent({ vehicleId }: { vehicleId: number }) {
  const { can } = useSession()
  if (!can('vehicles.edit') || !Number.isSafeInteger(vehicleId)) return <Missing />
  return <DeletedVehicleNotice vehicleId={vehicleId} otherwise={<Missing />} />
}

function Missing() {
  const t = useTexts('vehicles')
  return (
    <EmptyState
      title={t('vehicles:missing.title')}
      message={t('vehicles:missing.message')}
      action={<LinkButton to="/vehicles">{t('vehicles:missing.action')}</LinkButton>}
    />
  )
}
