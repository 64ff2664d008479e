import { useMemo } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { DOCUMENT_TYPES, type DocumentType } from '#domain/access/permissions.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { type IconState, iconState } from './expiry.ts'

/** Returns the icon states of all vehicles' documents, by vehicle. */
export function useDocumentStates(items: readonly LocalRow<GloveboxItem>[] | undefined) {
  const { dayOf } = useFormat()
  const today = dayOf(Date.now())
  // Memoized: there are thousands of documents, and the grid reads the states for each row.
  return useMemo(() => {
    const byVehicle = new Map<number, GloveboxItem[]>()
    for (const { row, waiting } of items ?? [])
      if (waiting?.change !== 'delete')
        byVehicle.set(row.vehicle_id, [...(byVehicle.get(row.vehicle_id) ?? []), row])
    return (vehicleId: number): Record<DocumentType, IconState> => {
      const own = byVehicle.get(vehicleId) ?? []
      const states = DOCUMENT_TYPES.map((type) => [type, iconState(own, type, today)] as const)
      return Object.fromEntries(states) as Record<DocumentType, IconState>
    }
  }, [items, today])
}
