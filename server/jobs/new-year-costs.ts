import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { vehiclesRepository } from '#server/modules/vehicles/vehicles/vehicles.repository.ts'

/** Vehicles per transaction. */
const BATCH = 200
/** Days after January 1 on which costs are updated: the server may have been down. */
const DAYS = 7

/**
 * In the first days of a year, in the fleet's time zone: updates the cost of the year of vehicles whose last work is on
 * its first two days. An entry may be dated there in the old year, and then leaves that year's cost. Call it outside a
 * transaction.
 */
export async function refreshNewYearCosts(
  { db, announce }: { db: Database; announce: (fleetId: number) => void },
  now: Date,
): Promise<void> {
  const vehicles = await db.query<{ id: number; fleet_id: number; today: string }>(sql`
    select v.id, v.fleet_id, t.today from vehicles v join fleets f on f.id = v.fleet_id
      cross join lateral (select (${now}::timestamptz at time zone f.time_zone)::date as today) t
    where v.last_maintenance_date between date_trunc('year', t.today)::date and date_trunc('year', t.today)::date + 1
      and t.today <= date_trunc('year', t.today)::date + ${DAYS}::int
    order by v.id`)
  for (const [fleetId, ofFleet] of Map.groupBy(vehicles, (vehicle) => vehicle.fleet_id)) {
    let isChanged = false
    for (let start = 0; start < ofFleet.length; start += BATCH) {
      const batch = ofFleet.slice(start, start + BATCH)
      const [first] = batch
      const ids = batch.map(({ id }) => id)
      const hasChanged = await db.system(async (tx) => {
        await vehiclesRepository.lock(tx, fleetId, ids)
        return first !== undefined && vehiclesRepository.refresh(tx, fleetId, ids, first.today)
      })
      isChanged ||= hasChanged
    }
    if (isChanged) announce(fleetId)
  }
}
