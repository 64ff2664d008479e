import { IntervalSection } from '#src/features/maintenance/intervals/IntervalSection.tsx'
import { useNextIntervals } from '#src/features/maintenance/intervals/useNextIntervals.ts'
import { useIdParam } from '#src/lib/useIdParam.ts'
import { VehicleFrame } from './VehicleFrame.tsx'

/** /vehicles/:id/next: what is due next, where schedules are switched off (SCH-050). */
export function VehicleNextScreen() {
  const vehicleId = useIdParam('vehicleId')
  return (
    <VehicleFrame vehicleId={vehicleId} tab="next">
      {(vehicle) => <Next vehicleId={vehicleId} odometer={vehicle.odometer} />}
    </VehicleFrame>
  )
}

function Next({ vehicleId, odometer }: { vehicleId: number; odometer: number | null }) {
  return <IntervalSection intervals={useNextIntervals(vehicleId)} odometer={odometer} />
}
