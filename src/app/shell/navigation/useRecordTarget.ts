import { useParams } from '@tanstack/react-router'

/** Returns the target of 'Add maintenance history'. On a vehicle's screen, the form opens with that vehicle chosen. */
export function useRecordTarget() {
  const { vehicleId } = useParams({ strict: false })
  return { to: '/maintenance_history/new', ...(vehicleId && { search: { vehicle: vehicleId } }) } as const
}
