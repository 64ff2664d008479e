import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A row of `interval_completions` (decision 97). */
export interface CompletionRow {
  vehicle_id: number
  item_id: number
  closed_on: string
  due_date: string | null
  due_at: number | null
  done_at: number | null
  unit: DistanceUnit
  in_time: boolean | null
  service_definition_ids: number[]
}

/** Replaces the completed intervals of these vehicles, which inactive vehicles keep. Unchanged rows are not written. */
export async function putCompletions(
  tx: Transaction,
  { fleetId, vehicleIds }: { fleetId: number; vehicleIds: readonly number[] },
  rows: readonly CompletionRow[],
): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(rows)}) as r (vehicle_id bigint, item_id bigint, closed_on date,
    due_date date, due_at int, done_at int, unit text, in_time boolean, service_definition_ids bigint[])`
  await tx.query(sql`
    delete from interval_completions c
    where c.fleet_id = ${fleetId} and c.vehicle_id = any(${vehicleIds}::bigint[]) and not exists (select from ${given}
      where r.vehicle_id = c.vehicle_id and r.item_id = c.item_id and r.closed_on = c.closed_on)`)
  await tx.query(sql`
    insert into interval_completions as c (fleet_id, vehicle_id, item_id, closed_on, due_date, due_at, done_at, unit, in_time,
      service_definition_ids)
    select ${fleetId}, r.vehicle_id, r.item_id, r.closed_on, r.due_date, r.due_at, r.done_at, r.unit, r.in_time,
      r.service_definition_ids from ${given}
    on conflict (vehicle_id, item_id, closed_on) do update set due_date = excluded.due_date, due_at = excluded.due_at,
      done_at = excluded.done_at, unit = excluded.unit, in_time = excluded.in_time,
      service_definition_ids = excluded.service_definition_ids
    where (c.due_date, c.due_at, c.done_at, c.unit, c.in_time, c.service_definition_ids)
      is distinct from (excluded.due_date, excluded.due_at, excluded.done_at, excluded.unit, excluded.in_time,
        excluded.service_definition_ids)`)
}
