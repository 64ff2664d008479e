import type { ComplianceDimension, ComplianceFigure } from '#contract/home/compliance.ts'
import { can } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { visibleVehicle } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import { idOf, ofGroup, ofVisible, type ReportDays } from '../reports/cost-work.ts'

/** Completed intervals `c` of the days, by index interval_completions_days. With `join`, after the table. */
export const completions = (
  actor: Actor,
  { from, to }: ReportDays,
  columns: Query,
  join: Query = ofVisible(actor, sql`c.vehicle_id`),
): Query =>
  sql`select ${columns} from interval_completions c ${join}
    where c.fleet_id = ${actor.fleet.id} and c.closed_on between ${from}::date and ${to}::date`

/** Intervals `i` of active vehicles `v` that are due now, by index maintenance_intervals_due_by_vehicle_open. */
export const dueNow = (actor: Actor, columns: Query): Query =>
  sql`select ${columns} from maintenance_intervals i
    join vehicles v on v.id = i.vehicle_id and ${visibleVehicle(actor)} and v.is_active
    where i.fleet_id = ${actor.fleet.id} and i.due_status is not null`

/** The same without the columns of `v`. If the actor sees all vehicles, excludes the inactive ones instead of joining each active one. */
export const dueNowOfAny = (actor: Actor, columns: Query): Query =>
  can(actor, 'vehicles.readAll')
    ? sql`select ${columns} from maintenance_intervals i
        where i.fleet_id = ${actor.fleet.id} and i.due_status is not null and (i.vehicle_id in (
          select id from vehicles where fleet_id = ${actor.fleet.id} and not is_active)) is not true`
    : dueNow(actor, columns)

/** Condition on completed intervals `c` that a figure counts. */
export const isCounted: Record<Exclude<ComplianceFigure, 'due_soon' | 'past_due'>, Query> = {
  completed: sql`true`,
  in_time: sql`c.in_time`,
  late: sql`not c.in_time`,
  not_judged: sql`c.in_time is null`,
}

/** Clauses that keep the rows `x` of one group. */
export const rowsOfGroup = (actor: Actor, by: ComplianceDimension, key: string | undefined): Query =>
  by === 'service' && key !== undefined
    ? sql`where ${idOf(key) ?? 0}::bigint = any(x.service_definition_ids)`
    : ofGroup(actor, by, key)
