import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { queries } from '#src/api/client.ts'
import { lastCountQuery, queueExcerptQuery } from '#src/features/orders/approvals/approvals.queries.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useReloadWith } from '#src/features/orders/orders/useReloadWith.ts'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import { useLocalRows, useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import type { Due } from '../due/useDue.ts'
import { unsentQuery } from '../unsent/unsent.queries.ts'
import { type TodayItem, todayItems } from './today-items.ts'

/**
 * Returns what needs the user today; undefined while the local copies load. Approvals come from the server; while it does
 * not respond, the last number counts, as in the navigation.
 */
export function useTodayItems(due: Due | undefined): TodayItem[] | undefined {
  const { can } = useSession()
  const { dayOf } = useFormat()
  const queue = useQuery(queueExcerptQuery())
  const { data: lastApprovals = 0 } = useQuery(lastCountQuery())
  const approvals = queue.data?.total_count ?? lastApprovals
  const isOnline = useOnline()
  const isLoaded = useComplete(true) === true
  const unsent = useQuery({ ...unsentQuery(1, 1), enabled: can('unsent.read') }).data?.total_count ?? 0
  const openOrders = useLocalOpenOrders()
  useReloadWith(openOrders, queries.approvals.queue.key())
  const vehicles = useVehicles()
  const documents = useLocalRows(['glovebox'], (cache) => cache.gloveboxItems)
  const telematics = useLocalRows(['faults'], (cache) => cache.telematicsWithFaults)
  const today = dayOf(Date.now())
  // The count of approvals comes first: a line that appears above the others would move them under the pointer.
  const isKnown = isLoaded && (queue.data !== undefined || queue.isError || !isOnline)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ages change with the day
  return useMemo(() => {
    if (!isKnown || !due || !openOrders || !vehicles || !documents || !telematics) return undefined
    return todayItems({
      approvals,
      unsent,
      openOrders,
      telematics,
      dueRows: due.rows,
      documents: documents.filter(({ waiting }) => waiting?.change !== 'delete').map(({ row }) => row),
      vehicleNames: namesOf(vehicles.filter(({ is_active }) => is_active)),
      allVehicleNames: namesOf(vehicles),
      plateExpirations: new Map(
        vehicles.map(({ id, license_plate_expiration }) => [id, license_plate_expiration]),
      ),
      now: Date.now(),
      dayOf,
    })
  }, [isKnown, approvals, unsent, openOrders, vehicles, documents, telematics, due, dayOf, today])
}

const namesOf = (vehicles: readonly Vehicle[]) =>
  new Map(vehicles.map((vehicle) => [vehicle.id, vehicleName(vehicle)]))
