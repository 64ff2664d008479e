import { useQueries } from '@tanstack/react-query'
import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { telematicsQueries } from './telematics.queries.ts'

/** Returns the last readings of a vehicle: from the server, or from this device's snapshot if it is unreachable. */
export function useReadings(vehicleId: number, isOn: boolean): TelematicsSnapshot | undefined {
  const snapshot = useLocalRows(['telematics', vehicleId], (cache) => cache.telematicsOf(vehicleId))
  const [engineOil, battery, tirePressure, faults] = telematicsQueries(vehicleId)
  const [oil, life, tires, codes] = useQueries({
    queries: [
      { ...engineOil, enabled: isOn },
      { ...battery, enabled: isOn },
      { ...tirePressure, enabled: isOn },
      { ...faults, enabled: isOn },
    ],
  })
  const engine_oil = oil.data ?? snapshot?.engine_oil
  const battery_life = life.data ?? snapshot?.battery_life
  const wheels = tires.data?.tires ?? snapshot?.tires
  const fault_codes = codes.data?.fault_codes ?? snapshot?.fault_codes
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
