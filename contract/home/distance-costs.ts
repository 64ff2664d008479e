import { REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { DistanceUnit, MoneySum } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { GroupIdentifier, reportDays, reportFile, reportFileOutput } from './reports.ts'

/** Columns that the report is sorted by; a leading '-' sorts descending. */
export const DISTANCE_COST_SORTS = [
  'per_distance',
  '-per_distance',
  'total',
  '-total',
  'distance',
  '-distance',
  'name',
  '-name',
] as const
export type DistanceCostSort = (typeof DISTANCE_COST_SORTS)[number]

/** A vehicle. `key`: its id. `distance` and `per_distance` are null if there are too few odometer readings. */
export const DistanceCostGroup = z.object({
  key: z.string(),
  name: z.nullable(z.string()),
  identifier: GroupIdentifier,
  class: z.string(),
  total: MoneySum,
  distance: z.nullable(z.int()),
  per_distance: z.nullable(z.string()),
  /** Above the limit of its class. */
  is_outlier: z.boolean(),
})
export type DistanceCostGroup = z.infer<typeof DistanceCostGroup>

export const DistanceCosts = z.object({
  groups: z.array(DistanceCostGroup),
  unit: DistanceUnit,
  /** Vehicles without enough readings. */
  unknown_count: z.int(),
  outlier_count: z.int(),
  classes: z.array(
    z.object({
      class: z.string(),
      count: z.int(),
      median: z.string(),
      limit: z.nullable(z.string()),
    }),
  ),
  ...pageFields,
})
export type DistanceCosts = z.infer<typeof DistanceCosts>

const distanceCostsQuery = {
  ...reportDays,
  sort: z._default(z.enum(DISTANCE_COST_SORTS), '-per_distance'),
}

export const distanceCostsContract = {
  /**
   * Returns what each vehicle of the fleet cost per mile or kilometer in a range of days. `median` is that of a
   * class, and `limit` its median + 3 × MAD (median absolute deviation). Vehicles above it are outliers. `limit` is null
   * where a class has too few vehicles or no deviation. Vehicles without enough odometer values come last. A transferred
   * vehicle counts from its arrival on.
   */
  distanceCosts: call({ access: 'reports.read' })
    .route({
      method: 'GET',
      path: v4('/reports/distance_costs'),
      tags: ['reports'],
      summary: 'Report of cost per mile or kilometer',
    })
    .input(z.object({ ...distanceCostsQuery, ...pageQuery(REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX) }))
    .output(DistanceCosts),
  /** The report as a file. The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8). */
  distanceCostsFile: call({ access: 'reports.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/reports/distance_costs.csv'),
      tags: ['reports'],
      summary: 'Report of cost per mile or kilometer as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...distanceCostsQuery, ...reportFile }))
    .output(reportFileOutput),
}
