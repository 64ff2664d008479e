import type { SyncChange, SyncType } from '#contract/home/sync.ts'
import { dayIn } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { favoriteShops } from '../../catalog/shops/shops.reads.ts'
import { historiesByIds } from '../../maintenance/history/history.reads.ts'
import { orderHistoriesByIds } from '../../maintenance/history/order-history.reads.ts'
import { intervalsByIds } from '../../maintenance/intervals/intervals.reads.ts'
import { readSchedules } from '../../maintenance/schedules/schedules.reads.ts'
import { gloveboxItemsByIds } from '../../vehicles/glovebox/glovebox.reads.ts'
import { modelRecallsByIds } from '../../vehicles/recalls/recalls.reads.ts'
import { snapshotsOf } from '../../vehicles/telematics/telematics.reads.ts'
import { vehiclesByIds } from '../../vehicles/vehicles/vehicles.reads.ts'

/** Types whose changes the database tracks; services are shared by all fleets and compared by hash. */
type TrackedType = Exclude<SyncType, 'service'>
type Data<T extends SyncType> = Extract<SyncChange, { type: T; data: unknown }>['data']
type Loaders = {
  [T in TrackedType]: (db: Queryable, actor: Actor, ids: readonly string[], now: Date) => Promise<Data<T>[]>
}

/** Loads the entities of each type in one query, limited to the fleet. */
const LOADERS: Loaders = {
  vehicle: (db, { fleet }, ids) => vehiclesByIds(db, fleet.id, ids.map(Number)),
  interval: (db, { fleet }, ids) => intervalsByIds(db, fleet.id, ids.map(Number)),
  schedule: (db, { fleet }, ids) => readSchedules(db, fleet.id, ids.map(Number)),
  telematics: (db, { fleet }, ids) => snapshotsOf(db, fleet.id, ids.map(Number)),
  recall: (db, { fleet }, ids) => modelRecallsByIds(db, fleet.id, ids.map(Number)),
  glovebox_item: (db, { fleet }, ids, now) =>
    gloveboxItemsByIds(db, { fleetId: fleet.id, today: dayIn(fleet.timeZone, now) }, ids),
  manual_history: (db, { fleet, language }, ids) => historiesByIds(db, { fleetId: fleet.id, language }, ids),
  order_history: (db, { fleet }, ids) => orderHistoriesByIds(db, fleet.id, ids.map(Number)),
  favorite_shop: (db, { fleet, userId }, ids) =>
    favoriteShops(db, { userId, fleetId: fleet.id }, ids.map(Number)),
}

/** Converts an entity id of the change table to the id on the wire. */
export function wireId(type: SyncType, entityId: string): string {
  if (type === 'favorite_shop') return entityId.split(':')[1] ?? entityId
  return entityId.split(/[@#]/)[0] ?? entityId
}

/** Returns current entities by type and wire id; deleted ones are missing. */
export async function loadEntities(
  db: Queryable,
  actor: Actor,
  wanted: ReadonlyMap<TrackedType, readonly string[]>,
  now: Date,
): Promise<Map<string, Data<TrackedType>>> {
  const found = new Map<string, Data<TrackedType>>()
  for (const [type, ids] of wanted) {
    for (const entity of await LOADERS[type](db, actor, ids, now))
      found.set(entityKey(type, String('id' in entity ? entity.id : entity.vehicle_id)), entity)
  }
  return found
}

export const entityKey = (type: SyncType, id: string): string => `${type} ${id}`
