import { pageOf } from '#contract/core/paging.ts'
import { dayIn } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { rejectDuplicateVin } from '#server/modules/vehicles/vehicles/reject-duplicate-vin.ts'
import { Problem } from '#server/problem.ts'
import { recordAudit } from '../../access/audit/audit.service.ts'
import type { VehiclesService } from '../vehicles/vehicles.service.ts'
import type { DeletedVehiclesRepository } from './deleted-vehicles.repository.ts'

interface Deps {
  deleted: DeletedVehiclesRepository
  vehicles: Pick<VehiclesService, 'detail' | 'refresh'>
  now: () => Date
}

/** Lists and restores deleted vehicles. */
export function deletedVehiclesService({ deleted, vehicles, now }: Deps) {
  const note = (
    tx: Transaction,
    actor: Actor,
    act: 'vehicle.deleted' | 'vehicle.restored',
    change: { from: string | null; to: string | null },
  ) =>
    recordAudit(tx, {
      ...{ fleetId: actor.fleet.id, userId: actor.userId, act },
      changes: [{ field: 'vehicle', ...change }],
    })

  return {
    /**
     * Deletes a vehicle and stores all related rows. The caller locks it first and checks that nothing blocks the
     * deletion.
     */
    async delete(tx: Transaction, actor: Actor, id: number): Promise<void> {
      const name = await deleted.delete(tx, actor, id, now())
      if (name === undefined) throw new Problem('not_found')
      await note(tx, actor, 'vehicle.deleted', { from: name, to: null })
    },

    async list(
      tx: Transaction,
      actor: Actor,
      query: { vehicle_id?: number | undefined; page: number; per_page: number },
    ) {
      const at = now()
      const count = await deleted.count(tx, actor.fleet.id, at, query)
      return {
        deleted_vehicles: await deleted.list(tx, actor.fleet.id, at, query),
        ...pageOf(query, count),
      }
    },

    /** Restores a vehicle and recalculates what is due on it. */
    async restore(tx: Transaction, actor: Actor, id: number) {
      const fleetId = actor.fleet.id
      const at = now()
      const restored = await rejectDuplicateVin(tx, () => deleted.restore(tx, fleetId, id, at))
      if (!restored) throw new Problem('not_found')
      await note(tx, actor, 'vehicle.restored', { from: null, to: restored.name })
      await vehicles.refresh(tx, fleetId, id, dayIn(actor.fleet.timeZone, at))
      return { body: { vehicle: await vehicles.detail(tx, actor, id), missing_drivers: restored.missing } }
    },
  }
}
export type DeletedVehiclesService = ReturnType<typeof deletedVehiclesService>
