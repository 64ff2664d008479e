import { REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { Day, Id } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { GroupIdentifier, ReportKey, reportDays, reportFile, reportFileOutput } from './reports.ts'

/** Dimensions of the downtime report. */
export const DOWNTIME_DIMENSIONS = ['vehicle', 'department', 'shop'] as const
export const DowntimeDimension = z.enum(DOWNTIME_DIMENSIONS)
export type DowntimeDimension = z.infer<typeof DowntimeDimension>

/** Columns that the report is sorted by; a leading '-' sorts descending. */
export const DOWNTIME_SORTS = [
  'days',
  '-days',
  'count',
  '-count',
  'average',
  '-average',
  'name',
  '-name',
] as const
export type DowntimeSort = (typeof DOWNTIME_SORTS)[number]

/** Figures of stays. `count`: stays. `days`: their days within the range. `average`: days for each stay, to one decimal. */
const figures = { count: z.int(), days: z.int(), average: z.number() }

/** A group of stays; `key` and `name` as in the cost report. */
export const DowntimeGroup = z.object({
  key: z.string(),
  name: z.nullable(z.string()),
  identifier: GroupIdentifier,
  ...figures,
})
export type DowntimeGroup = z.infer<typeof DowntimeGroup>

/** A stay, with the days when the vehicle arrived and left; `left` is null while it is at the shop. */
export const DowntimeRow = z.object({
  order_id: Id,
  arrived: Day,
  left: z.nullable(Day),
  /** Days of the stay within the range. */
  days: z.int(),
  vehicle_id: Id,
  vehicle_name: z.string(),
  vehicle_identifier: GroupIdentifier,
  /** The vehicle has left the fleet, so that it has no page. */
  vehicle_has_left: z.boolean(),
  shop: z.nullable(z.string()),
  /** Services, separated by commas. */
  services: z.string(),
})
export type DowntimeRow = z.infer<typeof DowntimeRow>

const downtimeQuery = {
  by: DowntimeDimension,
  ...reportDays,
  sort: z._default(z.enum(DOWNTIME_SORTS), '-days'),
}

const downtimeRowsQuery = { by: DowntimeDimension, ...reportDays, key: z.optional(ReportKey) }

export const downtimeContract = {
  /**
   * Returns how many days vehicles were at a shop (decision 69) within a range of days, by vehicle, department or shop.
   * A stay counts in each range that it overlaps, with its days within that range.
   */
  downtime: call({ access: 'reports.read' })
    .route({
      method: 'GET',
      path: v4('/reports/downtime'),
      tags: ['reports'],
      summary: 'Downtime report',
    })
    .input(z.object({ ...downtimeQuery, ...pageQuery(REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX) }))
    .output(z.object({ groups: z.array(DowntimeGroup), ...figures, ...pageFields })),
  /** Returns the stays of one group, or of all without `key`, latest arrival first. Their days add up to its `days`. */
  downtimeRows: call({ access: 'reports.read' })
    .route({
      method: 'GET',
      path: v4('/reports/downtime/rows'),
      tags: ['reports'],
      summary: 'Shop visits behind a downtime figure',
    })
    .input(
      z.object({
        ...downtimeRowsQuery,
        ...pageQuery(REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX),
      }),
    )
    .output(
      z.object({
        rows: z.array(DowntimeRow),
        name: z.nullable(z.string()),
        days: z.int(),
        ...pageFields,
      }),
    ),
  /** The report as a file. The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8). */
  downtimeFile: call({ access: 'reports.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/reports/downtime.csv'),
      tags: ['reports'],
      summary: 'Downtime report as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...downtimeQuery, ...reportFile }))
    .output(reportFileOutput),
  /** All rows of `downtimeRows` as a file; see `downtimeFile`. */
  downtimeRowsFile: call({ access: 'reports.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/reports/downtime/rows.csv'),
      tags: ['reports'],
      summary: 'Shop visits behind a downtime figure as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...downtimeRowsQuery, ...reportFile }))
    .output(reportFileOutput),
}
