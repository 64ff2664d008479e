import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { dueStateOf } from '#src/features/maintenance/intervals/due.ts'
import { IntervalSection } from '#src/features/maintenance/intervals/IntervalSection.tsx'
import { useNextIntervals } from '#src/features/maintenance/intervals/useNextIntervals.ts'
import { useSnoozedUntil } from '#src/local-data/rows/useSnoozes.ts'
import { ScheduleVehicle } from './ScheduleVehicle.tsx'

/** The next maintenance of a vehicle, and a link to book it, prefilled with due services. */
export function VehicleIntervals({ vehicle }: { vehicle: Vehicle }) {
  const intervals = useNextIntervals(vehicle.id)
  const due = (intervals ?? []).filter((interval) => dueStateOf(interval) !== 'fine')
  const ids = new Set(due.flatMap(({ services }) => services.map(({ service_id }) => service_id)))
  const services = [...ids].map((id) => ({ service_definition_id: id }))
  return (
    <IntervalSection
      intervals={intervals}
      odometer={vehicle.odometer}
      snoozedUntil={useSnoozedUntil(vehicle.id)}
      actions={<ScheduleVehicle vehicle={vehicle} request={services.length > 0 ? { services } : {}} />}
    />
  )
}
