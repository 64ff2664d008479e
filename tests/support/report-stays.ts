import { daysBetween } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

export interface Stay {
  fleet_id: number
  vehicle: string
  department: string
  shop: string
  arrived: string
  left: string
}

/** Reads every stay of all fleets for the reference: finished orders with a completion, and vehicles at a shop now. */
export async function readStays(db: Database, ids: number[], now: Date): Promise<Map<number, Stay[]>> {
  const rows = await db.query<Stay>(sql`
    select o.fleet_id, o.vehicle_id::text as vehicle, '~' || coalesce(v.department_number, '') as department,
      coalesce(o.shop_id::text, '~' || coalesce(o.custom_shop_name, '')) as shop,
      to_char(least(o.appointment_datetime, e.ended) at time zone f.time_zone, 'YYYY-MM-DD') as arrived,
      to_char(e.ended at time zone f.time_zone, 'YYYY-MM-DD') as left
    from shop_orders o cross join lateral (select case when o.status = 'approved' then ${now} else o.completed_at end as ended) e
      join fleets f on f.id = o.fleet_id
      join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
    where o.fleet_id = any(${ids})
      and (o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred') and o.completed_at is not null
        or o.status = 'approved' and o.appointment_datetime <= ${now})`)
  return Map.groupBy(rows, ({ fleet_id }) => fleet_id)
}

/** The slow reference: adds up one stay after the other. */
export function groupStays(
  stays: readonly Stay[],
  by: 'vehicle' | 'department' | 'shop',
  { from, to }: { from: string; to: string },
): Record<string, { count: number; days: number }> {
  const groups: Record<string, { count: number; days: number }> = {}
  for (const { arrived, left, ...stay } of stays) {
    if (left < from || arrived > to) continue

    const group = groups[stay[by]] ?? { count: 0, days: 0 }
    groups[stay[by]] = group
    group.count += 1
    for (let offset = 0; offset < daysBetween(arrived, left); offset++) {
      const day = new Date(Date.parse(`${arrived}T00:00:00Z`) + offset * 86_400_000)
        .toISOString()
        .slice(0, 10)
      if (day >= from && day <= to) group.days += 1
    }
  }
  return groups
}
