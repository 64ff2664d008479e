import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { useCopyRefresh } from '#src/features/vehicles/entry/useCopyRefresh.ts'

/** Goes from a form to the vehicle's page, once this device has the server's current data. */
export function useLeaveVehicleForm() {
  const navigate = useNavigateAfter()
  const refreshCopy = useCopyRefresh()
  return async (vehicleId: number, alertMessage: string) => {
    await refreshCopy()
    navigate({
      to: '/vehicles/$vehicleId',
      params: { vehicleId: String(vehicleId) },
      state: { alertMessage, alertType: 'success' },
      replace: true,
    })
  }
}
