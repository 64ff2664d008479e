import { useParams } from '@tanstack/react-router'

/** Where 'Record maintenance' leads: on a vehicle's screen, to the form with that vehicle already chosen. */
export function useRecordTarget() {
  const { vehicleId } = useParams({ strict: false })
  return { to: '/maintenance_history/new', ...(vehicleId && { search: { vehicle: vehicleId } }) } as const
}
