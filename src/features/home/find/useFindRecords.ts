import type { Shop } from '#contract/catalog/shops.ts'
import { inNameOrder } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { useTimeSlicedWork } from '#src/local-data/rows/useTimeSlicedWork.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useLocalRows, useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { indexOrders, type OrderRecords } from './order-records.ts'
import { indexVehicles, type VehicleRecords } from './vehicle-records.ts'

/** The local copies of the current fleet, ready to be searched. */
export interface FindRecords {
  /** Undefined: not indexed yet. */
  vehicles: VehicleRecords | undefined
  orders: OrderRecords | undefined
  favorites: readonly Shop[]
  /** Whether the device has all rows. False during the first load: the server knows more. */
  isComplete: boolean
}

/**
 * Reads and indexes the local copies, in slices of a few milliseconds. The result stays in memory, so that the next use
 * starts at once. Orders wait for the vehicles, which most people look for.
 */
export function useFindRecords(): FindRecords {
  const { cache } = useOffline()
  const loadedAt = useLiveOptional(cache.lastLoadedAt)
  const vehicles = useTimeSlicedWork(
    useTimeSlicedWork(useVehicles({ isOptional: true }), inNameOrder),
    indexVehicles,
  )
  const orders = useTimeSlicedWork(useLiveOptional(cache.orderNames), indexOrders)
  const favorites = useLocalRows(['favorites'], (local) => local.favoriteShops, { isOptional: true })
  return { vehicles, orders, favorites: favorites ?? [], isComplete: loadedAt !== null }
}
