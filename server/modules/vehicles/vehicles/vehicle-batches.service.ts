import type { Transaction } from '#server/db/database.ts'
import type { VehicleBatches } from './vehicle-batches.repository.ts'

export type { BatchVehicle, KnownVehicle } from './vehicle-batches.repository.ts'

/** Leaves what is due on many vehicles to the next run. */
interface DeferredDueDates {
  leaveToNextRun(tx: Transaction, fleetId: number, vehicleIds: readonly number[]): Promise<void>
}

/** Vehicles by the thousand: the door for what comes in files. */
export function vehicleBatchesService(batches: VehicleBatches, due: DeferredDueDates) {
  return {
    lock: batches.lock,
    upsert: batches.upsert,
    find: batches.find,
    plates: batches.plates,

    /** Brings vehicles in line with readings that came into their logs. `hold` them first. @returns those whose odometer changed */
    async refreshOdometers(
      tx: Transaction,
      fleetId: number,
      vehicleIds: readonly number[],
    ): Promise<number[]> {
      if (vehicleIds.length === 0) return []
      const changed = await batches.refreshOdometers(tx, fleetId, vehicleIds)
      await due.leaveToNextRun(tx, fleetId, vehicleIds)
      return changed
    },
  }
}
export type VehicleBatchesService = ReturnType<typeof vehicleBatchesService>
