import { useParams } from '@tanstack/react-router'

/**
 * Returns the id in a URL such as /vehicles/5. An invalid id becomes 0, which never exists, so the screen shows 'not
 * found'.
 */
export function useIdParam(name: 'vehicleId' | 'orderId' | 'methodId' | 'fleetId' | 'shopId'): number {
  const id = Number(useParams({ strict: false })[name])
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
