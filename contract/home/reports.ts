import { REPORT_KEY_MAX, REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { Day, Id, Language, MoneySum, SignedMoneySum, TicketToken } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** What the cost can be split by. */
export const COST_DIMENSIONS = ['month', 'department', 'class', 'vehicle', 'shop', 'service'] as const
export const CostDimension = z.enum(COST_DIMENSIONS)
export type CostDimension = z.infer<typeof CostDimension>

/** Columns that a report is sorted by; a leading '-' sorts descending. */
export const COST_SORTS = ['total', '-total', 'count', '-count', 'name', '-name'] as const
export type CostSort = (typeof COST_SORTS)[number]

/** Key of a group: a month, a class, an id, or '~' and a name of up to 300 characters. */
const KEY = /^(?:\d{4}-\d{2}|light|medium_heavy|other|[1-9]\d{0,14}|~[^\p{Cc}]{0,300})$/u
export const ReportKey = z.string('text').check(z.maxLength(REPORT_KEY_MAX, 'text'), z.regex(KEY, 'text'))

/** Calendar days of the fleet, inclusive, up to five years. */
export const reportDays = { start_date: Day, end_date: Day }

/** Of a vehicle: the first of plate, VIN and other ID that is known. It tells vehicles of the same name apart. */
export const GroupIdentifier = z.optional(z.nullable(z.string()))

/**
 * A group of a report. `key` is an id, a month, a class, or '~' with the name of a department or of a shop that is not
 * listed. It selects its rows (`costRows`). `name` is null where the app has the text for the key: months, classes, and
 * the group without a name. `count`: orders and entries, or lines in the report by service; null for the group 'other',
 * the part of orders that is not in their lines.
 */
export const CostGroup = z.object({
  key: z.string(),
  name: z.nullable(z.string()),
  identifier: GroupIdentifier,
  count: z.nullable(z.int()),
  total: SignedMoneySum,
})
export type CostGroup = z.infer<typeof CostGroup>

/** An order, a manual entry, or a line of one: what a figure consists of. */
export const CostRow = z.object({
  kind: z.enum(['order', 'entry']),
  id: z.string(),
  /** The line, if the row is one. */
  line_id: z.nullable(z.string()),
  day: Day,
  vehicle_id: Id,
  vehicle_name: z.string(),
  vehicle_identifier: GroupIdentifier,
  /** The vehicle has left the fleet, so it has no page. */
  vehicle_has_left: z.boolean(),
  shop: z.nullable(z.string()),
  /** Services, separated by commas. */
  services: z.string(),
  amount: SignedMoneySum,
})
export type CostRow = z.infer<typeof CostRow>

const costsQuery = { by: CostDimension, ...reportDays, sort: z._default(z.enum(COST_SORTS), '-total') }
const costRowsQuery = {
  by: CostDimension,
  ...reportDays,
  key: z.optional(ReportKey),
  since_arrival: z._default(z.boolean(), false),
}
export const reportFile = { language: z._default(Language, 'en'), auth_token: z.optional(TicketToken) }
export const reportFileOutput = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(ReadableStream<Uint8Array>),
})

export const reportsContract = {
  /**
   * Returns the cost of maintenance (decision 57) in a range of days by month, department, class, vehicle, shop or
   * service, with the total of all groups. Months come in the order of the calendar, also those without cost.
   */
  costs: call({ access: 'reports.read' })
    .route({ method: 'GET', path: v4('/reports/costs'), tags: ['reports'], summary: 'Cost report' })
    .input(z.object({ ...costsQuery, ...pageQuery(REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX) }))
    .output(z.object({ groups: z.array(CostGroup), count: z.int(), total: MoneySum, ...pageFields })),
  /**
   * Returns the rows of one group, or of all without `key`, latest first. Their amounts add up to its `total`.
   * `since_arrival`: of a transferred vehicle, only the rows that its cost per mile or kilometer counts.
   */
  costRows: call({ access: 'reports.read' })
    .route({
      method: 'GET',
      path: v4('/reports/costs/rows'),
      tags: ['reports'],
      summary: 'Rows of a figure of the cost report',
    })
    .input(
      z.object({
        ...costRowsQuery,
        ...pageQuery(REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX),
      }),
    )
    .output(
      z.object({
        rows: z.array(CostRow),
        name: z.nullable(z.string()),
        total: SignedMoneySum,
        ...pageFields,
      }),
    ),
  /** The report as a file. The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8). */
  costsFile: call({ access: 'reports.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/reports/costs.csv'),
      tags: ['reports'],
      summary: 'Cost report as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...costsQuery, ...reportFile }))
    .output(reportFileOutput),
  /** All rows of `costRows` as a file; see `costsFile`. */
  costRowsFile: call({ access: 'reports.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/reports/costs/rows.csv'),
      tags: ['reports'],
      summary: 'Rows of a figure of the cost report as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...costRowsQuery, ...reportFile }))
    .output(reportFileOutput),
}
