import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { PolicyNotice } from '#src/features/maintenance/policies/PolicyNotice.tsx'
import { useEditButtons } from '#src/features/vehicles/entry/EditPart.tsx'
import { GloveboxSection } from '#src/features/vehicles/glovebox/GloveboxSection.tsx'
import { useGlovebox } from '#src/features/vehicles/glovebox/useGlovebox.ts'
import { OdometerSection } from '#src/features/vehicles/odometer/OdometerSection.tsx'
import { RecallNotice } from '#src/features/vehicles/recalls/RecallNotice.tsx'
import { TelematicsSection } from '#src/features/vehicles/telematics/TelematicsSection.tsx'
import { useReadings } from '#src/features/vehicles/telematics/useReadings.ts'
import { VehicleFacts } from '#src/features/vehicles/vehicles/VehicleFacts.tsx'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { useFlag } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ScheduleVehicle } from './ScheduleVehicle.tsx'
import { VehicleFrame } from './VehicleFrame.tsx'
import { VehicleGlovebox } from './VehicleGlovebox.tsx'
import { VehicleIntervals } from './VehicleIntervals.tsx'

/** /vehicles/:id: a vehicle's data, next maintenance, documents and last readings. */
export function VehicleScreen() {
  const vehicleId = useIdParam('vehicleId')
  const { document: documentId } = useSearch({ strict: false })
  const navigate = useNavigate()
  const hasGlovebox = useFlag('glovebox')
  const edit = useEditButtons(vehicleId)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    if (documentId) void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
  return (
    <VehicleFrame
      vehicleId={vehicleId}
      tab="overview"
      onGlovebox={hasGlovebox ? () => setOpen(true) : undefined}
    >
      {(vehicle) => (
        <Stack sx={{ gap: 2 }}>
          <RecallNotice vehicle={vehicle} />
          <PolicyNotice vehicleId={vehicleId} />
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
              alignItems: 'start',
            }}
          >
            <Stack sx={{ gap: 2 }}>
              <VehicleFacts vehicle={vehicle} edit={edit} />
              <Telematics vehicle={vehicle} />
            </Stack>
            {/* On a phone due maintenance and documents come first: drivers open the screen for them. */}
            <Stack sx={{ gap: 2, order: { xs: -1, lg: 0 } }}>
              <VehicleIntervals vehicle={vehicle} />
              <OdometerSection vehicle={vehicle} />
              {hasGlovebox && <Glovebox vehicleId={vehicleId} onManage={() => setOpen(true)} />}
            </Stack>
            {hasGlovebox && (isOpen || documentId) && (
              <VehicleGlovebox
                vehicleId={vehicleId}
                name={vehicleName(vehicle)}
                editId={documentId}
                onClose={close}
              />
            )}
          </Box>
        </Stack>
      )}
    </VehicleFrame>
  )
}

/** Only with the flag and a device in the vehicle (TEL-001, TEL-002). */
function Telematics({ vehicle }: { vehicle: Vehicle }) {
  const isOn = useFlag('telematics') && vehicle.geotab_device_id !== null
  const readings = useReadings(vehicle.id, isOn)
  if (!isOn) return null
  return (
    <TelematicsSection
      readings={readings}
      schedule={(fault_codes) => <ScheduleVehicle vehicle={vehicle} request={{ fault_codes }} />}
    />
  )
}

function Glovebox({ vehicleId, onManage }: { vehicleId: number; onManage: () => void }) {
  return <GloveboxSection items={useGlovebox(vehicleId)} onManage={onManage} />
}
