import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import type { UseCase } from '#server/use-case.ts'
import { requireVisibleVehicle } from '../vehicles/vehicles.service.ts'
import { NO_READINGS } from './merge-snapshot.ts'
import { snapshotsOf } from './telematics.reads.ts'

type Readings = Omit<TelematicsSnapshot, 'vehicle_id' | 'read_at' | 'is_simulated'>

/**
 * Returns the last snapshot of a vehicle's device with fault codes newest first; empty readings if the vehicle has no
 * device; 404 if it is not visible.
 */
export async function readTelematics(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  vehicleId: number,
): Promise<Readings> {
  await requireVisibleVehicle(tx, actor, vehicleId)
  const [snapshot] = await snapshotsOf(tx, actor.fleet.id, [vehicleId])
  if (!snapshot) return NO_READINGS
  const newestFirst = snapshot.fault_codes.toSorted((a, b) => b.dateTime.localeCompare(a.dateTime))
  return { ...snapshot, fault_codes: newestFirst }
}
