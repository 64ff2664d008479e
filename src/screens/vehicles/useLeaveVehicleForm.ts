import { useNavigate } from '@tanstack/react-router'
import { useOffline } from '#src/local-data/useOffline.ts'

/** Timeout for updating this device's copy; after it the next screen shows the previous state. */
const COPY_MS = 3000

/** Goes from a form to the vehicle's page, once this device has the server's current data. */
export function useLeaveVehicleForm() {
  const navigate = useNavigate()
  const { cache } = useOffline()
  return async (vehicleId: number, alertMessage: string) => {
    await Promise.race([cache.refresh(), new Promise((resolve) => setTimeout(resolve, COPY_MS))])
    await navigate({
      to: '/vehicles/$vehicleId',
      params: { vehicleId: String(vehicleId) },
      state: { alertMessage, alertType: 'success' },
      replace: true,
    })
  }
}
