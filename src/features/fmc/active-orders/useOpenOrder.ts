import type { FleetOrder } from '#contract/fmc/active-orders.ts'
import { useOpenFleet } from '../fleets/useOpenFleet.ts'
import { pathOfRow } from './orders-view.ts'

/** Opens a row in its fleet; the session first switches to that fleet (FMC-043). */
export function useOpenOrder(): (order: FleetOrder) => void {
  const openFleet = useOpenFleet()
  return (order) => openFleet({ id: order.fleet_id, name: order.fleet_name }, pathOfRow(order))
}
