import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { VehiclesService } from '../vehicles/vehicles.service.ts'
import { snapshotsOf } from './telematics.reads.ts'

type Readings = Omit<TelematicsSnapshot, 'vehicle_id' | 'read_at' | 'is_simulated'>

/** The readings of a vehicle without a device. */
const NOTHING: Readings = {
  engine_oil: { percent: null, last_updated_at: null, errors: [] },
  battery_life: { volts: null, last_updated_at: null },
  tires: [],
  fault_codes: [],
}

/** Last readings of a vehicle's device. */
export function telematicsService(vehicles: VehiclesService) {
  return {
    /**
     * Returns the last snapshot with fault codes newest first; empty readings if the vehicle has no device; 404 if it
     * is not visible.
     */
    async read(tx: Transaction, actor: Actor, vehicleId: number): Promise<Readings> {
      await vehicles.requireVisible(tx, actor, vehicleId)
      const [snapshot] = await snapshotsOf(tx, actor.fleet.id, [vehicleId])
      if (!snapshot) return NOTHING
      const newestFirst = snapshot.fault_codes.toSorted((a, b) => b.dateTime.localeCompare(a.dateTime))
      return { ...snapshot, fault_codes: newestFirst }
    },
  }
}
export type TelematicsService = ReturnType<typeof telematicsService>
