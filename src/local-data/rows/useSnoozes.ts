import { useMemo } from 'react'
import type { Snooze } from '#src/offline/model/api/cache-api.ts'
import { useLocalRows } from '../useLocalRows.ts'

/** Vehicles whose reminders are snoozed today, from the local copies and the entries that wait. Undefined: not read yet. */
export const useSnoozes = (): readonly Snooze[] | undefined =>
  useLocalRows(['snoozes'], (cache) => cache.snoozes)

/** Returns until when the reminders of a vehicle are snoozed; undefined: they are not. */
export function useSnoozedUntil(vehicleId: number): string | undefined {
  const snoozes = useSnoozes()
  return useMemo(
    () => snoozes?.find((snooze) => snooze.vehicle_id === vehicleId)?.until,
    [snoozes, vehicleId],
  )
}
