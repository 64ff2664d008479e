import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fleetOrdersQuery } from '#src/features/orders/orders/fleet-orders.queries.ts'
import { type ActiveRow, localRows, rowOf } from '#src/features/orders/orders/order-rows.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFirstLoad, useLoaded } from '#src/local-data/useFirstLoad.ts'
import { type ListFailure, useListFailure } from '#src/local-data/useListFailure.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'

const NO_FILTER = { from: '', to: '', search: '', status: undefined, isOfVehicle: () => true }

export interface OpenRows extends ListFailure {
  /** Undefined until either the server or the local copies have answered. */
  rows: readonly ActiveRow[] | undefined
  /** Open orders on all pages. */
  count: number | undefined
}

/** Open orders, soonest first: the server's first page, or all local copies until it arrives. */
export function useOpenRows(): OpenRows {
  const localOrders = useLocalOpenOrders()
  const vehicles = useVehicles()
  const { dayOf } = useFormat()
  const query = useQuery(fleetOrdersQuery())
  const list = useListFailure(query)
  const firstLoad = useFirstLoad()
  const own = useMemo(
    () => localOrders && vehicles && localRows(localOrders, vehicles, NO_FILTER, dayOf),
    [localOrders, vehicles, dayOf],
  )
  const loaded = useLoaded(own)
  const rows = query.data ? query.data.orders.map(rowOf) : loaded
  return {
    rows,
    count: query.data?.total_count ?? loaded?.length,
    // After the first load, the local copies show their age instead.
    failure: rows ? undefined : (list.failure ?? firstLoad.failure),
    onRetry() {
      list.onRetry()
      firstLoad.onRetry()
    },
  }
}
