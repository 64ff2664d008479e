import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fleetOrdersQuery } from '#src/features/orders/orders/fleet-orders.queries.ts'
import { type ActiveRow, keptRows, rowOf } from '#src/features/orders/orders/order-rows.ts'
import { useKeptOpenOrders } from '#src/features/orders/orders/useKeptOpenOrders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useVehicles } from '#src/session/useKept.ts'
import { useLoaded } from '#src/session/useLoaded.ts'

const NO_FILTER = { from: '', to: '', search: '', status: undefined }

/** Open orders, soonest first: the server's first page, without it all that this device keeps. */
export function useOpenRows(): readonly ActiveRow[] | undefined {
  const kept = useKeptOpenOrders()
  const vehicles = useVehicles()
  const { dayOf } = useFormat()
  const { data } = useQuery(fleetOrdersQuery())
  const own = useMemo(
    () => kept && vehicles && keptRows(kept, vehicles, NO_FILTER, dayOf),
    [kept, vehicles, dayOf],
  )
  const loaded = useLoaded(own)
  return data ? data.orders.map(rowOf) : loaded
}
