import { useNavigate } from '@tanstack/react-router'
import { useCopyRefresh } from '#src/features/vehicles/entry/useCopyRefresh.ts'

/** Goes from a form to the vehicle's page, once this device has the server's current data. */
export function useLeaveVehicleForm() {
  const navigate = useNavigate()
  const refreshCopy = useCopyRefresh()
  return async (vehicleId: number, alertMessage: string) => {
    await refreshCopy()
    await navigate({
      to: '/vehicles/$vehicleId',
      params: { vehicleId: String(vehicleId) },
      state: { alertMessage, alertType: 'success' },
      replace: true,
    })
  }
}
