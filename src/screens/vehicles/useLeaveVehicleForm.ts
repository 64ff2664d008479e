import { useNavigate } from '@tanstack/react-router'
import { useOffline } from '#src/local-data/useOffline.ts'

/** How long the way on waits for this device's own copy; without it the next screen shows the state of before. */
const COPY_MS = 3000

/** From a form to the vehicle's page, once this device has the vehicle as the server has it now. */
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
