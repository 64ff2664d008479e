import DirectionsCar from '@mui/icons-material/DirectionsCarOutlined'
import { useMemo, useState } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { MemberPanel } from '#src/features/access/membership-card/MemberPanel.tsx'
import { IntervalSection } from '#src/features/maintenance/intervals/IntervalSection.tsx'
import { useNextIntervals } from '#src/features/maintenance/intervals/useNextIntervals.ts'
import { useGlovebox } from '#src/features/vehicles/glovebox/useGlovebox.ts'
import { MembershipCardDocuments } from '#src/features/vehicles/membership-card/MembershipCardDocuments.tsx'
import { MembershipCardVehicle } from '#src/features/vehicles/membership-card/MembershipCardVehicle.tsx'
import { VehiclePicker } from '#src/features/vehicles/picker/VehiclePicker.tsx'
import { vehicleOptions } from '#src/features/vehicles/picker/vehicle-options.ts'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { addRecents, readRecents } from '#src/lib/recents.ts'
import { useSnoozedUntil } from '#src/local-data/rows/useSnoozes.ts'
import { useFirstLoad, useLoaded } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useFlag, useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'

/** /membership_card: the card to show at a shop, entirely from local data (USR-069). */
export function MembershipCardScreen() {
  const t = useTexts('membership-card')
  const vehicles = useLoaded(useVehicles())
  const firstLoad = useFirstLoad()
  return (
    <Page title={t('membership-card:title')} subtitle={<AsOf />} width="reading">
      <Box sx={{ display: 'grid', gap: 2 }}>
        <MemberPanel />
        <ListStates
          {...firstLoad}
          total={vehicles?.length}
          rows={3}
          rowHeight={96}
          empty={
            <EmptyState
              icon={<DirectionsCar />}
              title={t('membership-card:empty.title')}
              message={t('membership-card:empty.message')}
            />
          }
        >
          {vehicles && <ChosenVehicle vehicles={vehicles} />}
        </ListStates>
      </Box>
    </Page>
  )
}

function ChosenVehicle({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const { chosen, choose } = useCardVehicle(vehicles)
  const options = useMemo(() => vehicleOptions(vehicles, []), [vehicles])
  return (
    <>
      {vehicles.length > 1 && (
        <VehiclePicker
          options={options}
          value={chosen?.id ?? null}
          onChange={(option) => option && choose(option.id)}
        />
      )}
      {chosen && <OfVehicle key={chosen.id} vehicle={chosen} />}
    </>
  )
}

function OfVehicle({ vehicle }: { vehicle: Vehicle }) {
  const hasGlovebox = useFlag('glovebox')
  return (
    <Stack sx={{ gap: 2 }}>
      <MembershipCardVehicle vehicle={vehicle} />
      {hasGlovebox && <Documents vehicleId={vehicle.id} />}
      <IntervalSection
        intervals={useNextIntervals(vehicle.id)}
        odometer={vehicle.odometer}
        snoozedUntil={useSnoozedUntil(vehicle.id)}
      />
    </Stack>
  )
}

function Documents({ vehicleId }: { vehicleId: number }) {
  return <MembershipCardDocuments items={useGlovebox(vehicleId)} />
}

/** Returns the vehicle of last time, else the user's own, else the last one opened, else the first. */
function useCardVehicle(vehicles: readonly Vehicle[]) {
  const { user } = useSession()
  const owner = { fleetId: user.fleet_id, userId: user.id }
  const [picked, setPicked] = useState(() => readRecents({ ...owner, kind: 'cardVehicle' })[0])
  const wanted = [picked, ...user.vehicle_ids, ...readRecents({ ...owner, kind: 'openedVehicle' })]
  const known = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const found = wanted.find((id) => id !== undefined && known.has(id))
  return {
    chosen:
      (found !== undefined ? known.get(found) : undefined) ?? vehicles.find((vehicle) => vehicle.is_active),
    choose(id: number) {
      setPicked(id)
      addRecents({ ...owner, kind: 'cardVehicle' }, [id])
    },
  }
}
