import { dayIn } from '#contract/core/days.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { onlyVin } from '../vehicles/only-vin.ts'
import type { VehiclesService } from '../vehicles/vehicles.service.ts'
import type { DeletedVehiclesRepository } from './deleted-vehicles.repository.ts'

interface Deps {
  deleted: DeletedVehiclesRepository
  vehicles: Pick<VehiclesService, 'detail' | 'refresh'>
  now: () => Date
}

/** Lists and restores deleted vehicles. */
export function deletedVehiclesService({ deleted, vehicles, now }: Deps) {
  return {
    /** Deletes a vehicle and keeps everything that hangs on it. Lock it first, and check that nothing forbids it. */
    async delete(tx: Transaction, actor: Actor, id: number): Promise<void> {
      await deleted.delete(tx, actor, id, now())
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

    /** Restores a vehicle; what is due on it is worked out anew. */
    async restore(tx: Transaction, actor: Actor, id: number) {
      const fleetId = actor.fleet.id
      const at = now()
      const missing = await onlyVin(tx, () => deleted.restore(tx, fleetId, id, at))
      if (!missing) throw new Problem('not_found')
      await vehicles.refresh(tx, fleetId, id, dayIn(actor.fleet.timeZone, at))
      return { body: { vehicle: await vehicles.detail(tx, actor, id), missing_drivers: missing } }
    },
  }
}
export type DeletedVehiclesService = ReturnType<typeof deletedVehiclesService>
