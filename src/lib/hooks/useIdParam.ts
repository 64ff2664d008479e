import { useParams } from '@tanstack/react-router'

/** The number in an address such as /vehicles/5; 0, which nothing has, where it is none: the screen then says 'not found'. */
export function useIdParam(name: 'vehicleId' | 'orderId' | 'methodId' | 'fleetId'): number {
  const id = Number(useParams({ strict: false })[name])
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
