import { useQuery } from '@tanstack/react-query'
import { loadsWithoutFleet } from '#domain/access/permissions.ts'
import { queries } from '#src/api/client.ts'
import { type ActiveRow, rowOf } from '#src/features/orders/orders/order-rows.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useReloadWith } from '#src/features/orders/orders/useReloadWith.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { activeVehiclesQuery } from './active-vehicles.queries.ts'
import { useOpenRows } from './useOpenRows.ts'

/** A vehicle with its open order. */
export interface ActiveVehicle extends ActiveRow {
  drivers: readonly string[]
}

/** Vehicles with an open order: the server's first page, or the local copies until it arrives. */
export function useActiveVehicles() {
  const { user } = useSession()
  const fleetId = loadsWithoutFleet(user) ? undefined : user.fleet_id
  const { data } = useQuery(activeVehiclesQuery(fleetId))
  const localOrders = useLocalOpenOrders()
  const vehicles = useVehicles()
  useReloadWith(localOrders, queries.vehicles.list.key())
  const { rows: open, count, ...list } = useOpenRows()
  const driversOf = (id: number) => vehicles?.find((vehicle) => vehicle.id === id)?.driver_names ?? []
  const own = () => open?.map((row): ActiveVehicle => ({ ...row, drivers: driversOf(row.vehicleId) }))
  const fetched = data?.vehicles.flatMap(({ active_order, driver_names }): ActiveVehicle[] =>
    active_order ? [{ ...rowOf(active_order), drivers: driver_names }] : [],
  )
  return { rows: fetched ?? own(), count: data?.total_count ?? count, ...list }
}
