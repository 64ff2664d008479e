import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { queryKeyOfRows } from '#src/local-data/rows/rows-key.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { telematicsQueries } from './telematics.queries.ts'

/**
 * Returns the time at which the snapshot last changed. The rows of this device are also read again without a change. For
 * a snapshot that was already stored, returns the time of its readings, because its time of arrival is unknown.
 */
function useChangedAt(snapshot: TelematicsSnapshot | undefined, storedAt: number): number {
  const [known, setKnown] = useState<{ vehicleId: number; read_at: string; changedAt: number }>()
  if (!snapshot) return 0
  const { vehicle_id: vehicleId, read_at } = snapshot
  if (known?.vehicleId === vehicleId && known.read_at === read_at) return known.changedAt
  const changedAt = known?.vehicleId === vehicleId ? storedAt : Date.parse(read_at)
  setKnown({ vehicleId, read_at, changedAt })
  return changedAt
}

/** Returns the last readings of a vehicle: from the server, or from this device's snapshot if that arrived later. */
export function useReadings(vehicleId: number, isOn: boolean): TelematicsSnapshot | undefined {
  const { user } = useSession()
  const client = useQueryClient()
  const key = ['telematics', vehicleId]
  const snapshot = useLocalRows(key, (cache) => cache.telematicsOf(vehicleId))
  const storedAt = client.getQueryState(queryKeyOfRows(user, key))?.dataUpdatedAt ?? 0
  const changedAt = useChangedAt(snapshot, storedAt)
  const [engineOil, battery, tirePressure, faults] = telematicsQueries(vehicleId)
  const [oil, life, tires, codes] = useQueries({
    queries: [
      { ...engineOil, enabled: isOn },
      { ...battery, enabled: isOn },
      { ...tirePressure, enabled: isOn },
      { ...faults, enabled: isOn },
    ],
  })
  // On a page that stays open, the responses would be shown beside the time of a later snapshot.
  const current = <Reading>({ data, dataUpdatedAt }: { data: Reading; dataUpdatedAt: number }) =>
    snapshot && dataUpdatedAt < changedAt ? undefined : data
  const engine_oil = current(oil) ?? snapshot?.engine_oil
  const battery_life = current(life) ?? snapshot?.battery_life
  const wheels = current(tires)?.tires ?? snapshot?.tires
  const fault_codes = current(codes)?.fault_codes ?? snapshot?.fault_codes
  if (!engine_oil || !battery_life || !wheels || !fault_codes) return undefined
  const read_at = snapshot?.read_at ?? new Date(oil.dataUpdatedAt).toISOString()
  const is_simulated = snapshot?.is_simulated ?? false
  return {
    vehicle_id: vehicleId,
    engine_oil,
    battery_life,
    tires: wheels,
    fault_codes,
    read_at,
    is_simulated,
  }
}
