import { pageOf } from '#contract/core/paging.ts'
import { dayIn } from '#domain/core/days.ts'
import { rejectDuplicateVin } from '#server/modules/vehicles/vehicles/reject-duplicate-vin.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { recordAudit } from '../../access/audit/audit.service.ts'
import { getVehicleDetail, refreshVehicle } from '../vehicles/vehicles.service.ts'
import { deletedVehiclesRepository as deleted } from './deleted-vehicles.repository.ts'

type VehicleUseCase = Pick<UseCase, 'tx' | 'actor' | 'clock'>

/**
 * Deletes a vehicle and stores all related rows. The caller locks it first and checks that nothing blocks the deletion.
 */
export async function storeDeletedVehicle({ tx, actor, clock }: VehicleUseCase, id: number): Promise<void> {
  const name = await deleted.delete(tx, actor, id, clock())
  if (name === undefined) throw new Problem('not_found')
  await recordChange({ tx, actor }, 'vehicle.deleted', { from: name, to: null })
}

/** Returns a page of the vehicles that can be restored. */
export async function listDeletedVehicles(
  { tx, actor, clock }: VehicleUseCase,
  query: { vehicle_id?: number | undefined; page: number; per_page: number },
) {
  const at = clock()
  const count = await deleted.count(tx, actor.fleet.id, at, query)
  return {
    deleted_vehicles: await deleted.list(tx, actor.fleet.id, at, query),
    ...pageOf(query, count),
  }
}

/** Restores a vehicle and recalculates what is due on it. */
export async function restoreVehicle({ tx, actor, clock }: VehicleUseCase, id: number) {
  const fleetId = actor.fleet.id
  const at = clock()
  const restored = await rejectDuplicateVin(tx, () => deleted.restore(tx, fleetId, id, at))
  if (!restored) throw new Problem('not_found')
  await recordChange({ tx, actor }, 'vehicle.restored', { from: null, to: restored.name })
  await refreshVehicle(tx, fleetId, id, dayIn(actor.fleet.timeZone, at))
  return { body: { vehicle: await getVehicleDetail(tx, actor, id), missing_drivers: restored.missing } }
}

const recordChange = (
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  act: 'vehicle.deleted' | 'vehicle.restored',
  change: { from: string | null; to: string | null },
) =>
  recordAudit(tx, {
    fleetId: actor.fleet.id,
    userId: actor.userId,
    act,
    changes: [{ field: 'vehicle', ...change }],
  })
