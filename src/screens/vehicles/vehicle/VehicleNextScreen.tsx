import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { VehicleFrame } from './VehicleFrame.tsx'
import { VehicleIntervals } from './VehicleIntervals.tsx'

/** /vehicles/:id/next: the next maintenance, if schedules are off (SCH-050). */
export function VehicleNextScreen() {
  const vehicleId = useIdParam('vehicleId')
  return (
    <VehicleFrame vehicleId={vehicleId} tab="next">
      {(vehicle) => <VehicleIntervals vehicle={vehicle} />}
    </VehicleFrame>
  )
}
