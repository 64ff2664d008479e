import type { ComplianceDimension, ComplianceFigure, ComplianceRow } from '#contract/home/compliance.ts'
import type { Actor } from '#server/actor.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { openServices } from '#server/modules/maintenance/intervals/intervals.reads.ts'
import { keysOf, readKeys } from '../report-rows/key-batches.ts'
import { allowMemory, daysOfGroup, type ReportDays } from '../reports/cost-work.ts'
import { identifierColumn } from '../reports/report-groups.ts'
import { completions, dueNow, isCounted, rowsOfGroup } from './compliance-work.ts'

interface ComplianceRowsQuery {
  by: ComplianceDimension
  /** Undefined: the rows of all groups. */
  key?: string | undefined
  figure: ComplianceFigure
  days: ReportDays
}

export const complianceRowsRepository = {
  /** Returns the rows of a figure: the latest completion, or the most urgent interval, first. */
  list(
    db: Queryable,
    actor: Actor,
    query: ComplianceRowsQuery,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<ComplianceRow[]> {
    const group = rowsOfGroup(actor, query.by, query.key)
    return describe(
      db,
      actor,
      sql`select x.* from (${rowsOf(actor, query)}) x ${group} order by ${ORDER} limit ${limit} offset ${offset}`,
    )
  },

  /**
   * Returns the keys of all rows of a figure, in the order of `list`. A key also has the dates and the result of its row, because
   * intervals may be computed again while a file is read.
   */
  async keys(db: Queryable, actor: Actor, query: ComplianceRowsQuery): Promise<string[]> {
    await allowMemory(db)
    return readKeys(db, {
      rows: sql`select x.* from (${rowsOf(actor, query)}) x ${rowsOfGroup(actor, query.by, query.key)}`,
      columns: [
        ...[sql`x.item_id`, sql`x.vehicle_id`, sql`x.service_definition_ids`, sql`x.unit`],
        ...[
          sql`x.due_date`,
          sql`x.due_at`,
          sql`x.due_status`,
          sql`x.done_on`,
          sql`x.done_at`,
          sql`x.in_time`,
        ],
      ],
      order: ORDER,
    })
  },

  /** Describes the rows of a batch of `keys`, in the same order. Omits those whose vehicle was deleted in between. */
  ofKeys(db: Queryable, actor: Actor, keys: string): Promise<ComplianceRow[]> {
    return describe(
      db,
      actor,
      sql`select k.key[1]::bigint as item_id, k.key[2]::bigint as vehicle_id, k.key[3]::bigint[] as service_definition_ids,
        k.key[4] as unit, k.key[5]::date as due_date, k.key[6]::int as due_at, k.key[7] as due_status,
        k.key[8]::date as done_on, k.key[9]::int as done_at, k.key[10]::boolean as in_time
        from (${keysOf(keys)}) k`,
    )
  },

  count(db: Queryable, actor: Actor, query: ComplianceRowsQuery): Promise<number> {
    return countRows(
      db,
      sql`
      select count(*)::int as count
      from (${rowsOf(actor, query)}) x ${rowsOfGroup(actor, query.by, query.key)}`,
    )
  },
}

/** Identifies a row `x`: a completed interval by its item and day, or one that is due now. */
const ID = sql`case when x.done_on is null then 'due:' || x.item_id
  else x.vehicle_id || ':' || x.item_id || ':' || x.done_on end`

const ORDER = sql`x.done_on desc, x.due_status desc, x.due_date, x.due_at, x.vehicle_id, ${ID}`

/** Reads rows with their descriptions. */
function describe(db: Queryable, actor: Actor, rows: Query): Promise<ComplianceRow[]> {
  const name = actor.language === 'fr' ? sql`s.name_fr` : sql`s.name_en`
  return db.query(sql`
      with w as materialized (${rows})
      select ${ID} as id, x.vehicle_id, v.display_name as vehicle_name, ${identifierColumn} as vehicle_identifier, x.unit, x.due_date,
        x.due_at, x.done_on, x.done_at, x.in_time,
        case when x.done_on > x.due_date then x.done_on - x.due_date end as days_late,
        case when x.done_at > x.due_at then x.done_at - x.due_at end as distance_late, x.due_status,
        coalesce((select string_agg(${name}, ', ' order by array_position(x.service_definition_ids, s.id))
          from service_definitions s where s.id = any(x.service_definition_ids)), '') as services
      from w x join vehicles v on v.fleet_id = ${actor.fleet.id} and v.id = x.vehicle_id
      order by ${ORDER}`)
}

/** Rows of a figure, in all groups. `day` is the day that the report by month counts. */
function rowsOf(actor: Actor, { by, key, figure, days }: ComplianceRowsQuery): Query {
  if (figure === 'due_soon' || figure === 'past_due')
    return sql`${dueNow(
      actor,
      sql`i.id as item_id, i.vehicle_id, ${openServices} as service_definition_ids, i.unit, i.due_date, i.due_at, i.due_status,
        null::date as day, null::date as done_on, null::int as done_at, null::boolean as in_time`,
    )} and i.due_status = ${figure}`
  return sql`${completions(
    actor,
    daysOfGroup(days, by, key),
    sql`c.item_id, c.vehicle_id, c.service_definition_ids, c.unit,
      c.due_date, c.due_at, null::text as due_status, c.closed_on as day, c.closed_on as done_on, c.done_at, c.in_time`,
  )} and ${isCounted[figure]}`
}
