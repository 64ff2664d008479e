import { useMemo } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useKept } from '#src/local-data/useLocalRows.ts'
import { type RecallRow, recallRows } from './recall-rows.ts'

/** Recalls of these vehicles from this device (DSH-038); undefined until they are read. */
export function useRecallRows(vehicles: readonly Vehicle[] | undefined): RecallRow[] | undefined {
  const models = useKept(['recalls'], (cache) => cache.recalls)
  return useMemo(() => models && vehicles && recallRows(models, vehicles), [models, vehicles])
}
