import { useMemo } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { type RecallRow, recallRows } from './recall-rows.ts'

/** Returns the recalls of these vehicles from this device (DSH-038); undefined while loading. */
export function useRecallRows(vehicles: readonly Vehicle[] | undefined): RecallRow[] | undefined {
  const models = useLocalRows(['recalls'], (cache) => cache.recalls)
  return useMemo(() => models && vehicles && recallRows(models, vehicles), [models, vehicles])
}
