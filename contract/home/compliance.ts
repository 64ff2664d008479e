import { REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { Day, DistanceUnit, Id } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { GroupIdentifier, ReportKey, reportDays, reportFile, reportFileOutput } from './reports.ts'

/** What completed and due maintenance can be split by. */
export const COMPLIANCE_DIMENSIONS = ['month', 'department', 'class', 'vehicle', 'service'] as const
export const ComplianceDimension = z.enum(COMPLIANCE_DIMENSIONS)
export type ComplianceDimension = z.infer<typeof ComplianceDimension>

/** Figures that count rows: completed intervals of the days, and intervals that are due now. */
export const COMPLIANCE_FIGURES = [
  'completed',
  'in_time',
  'late',
  'not_judged',
  'due_soon',
  'past_due',
] as const
export const ComplianceFigure = z.enum(COMPLIANCE_FIGURES)
export type ComplianceFigure = z.infer<typeof ComplianceFigure>

/** Columns that the report is sorted by; a leading '-' sorts descending. */
export const COMPLIANCE_SORTS = [
  ...([...COMPLIANCE_FIGURES, 'share', 'name'] as const),
  ...(['-completed', '-in_time', '-late', '-not_judged', '-due_soon', '-past_due'] as const),
  ...(['-share', '-name'] as const),
] as const
export type ComplianceSort = (typeof COMPLIANCE_SORTS)[number]

const figures = {
  completed: z.int(),
  in_time: z.int(),
  late: z.int(),
  /** Neither a due date nor a reading is known, so on time or late is undecided. */
  not_judged: z.int(),
  /** Percentage completed on time of those that can be judged, to one decimal; null if there are none. */
  share: z.nullable(z.number()),
  /** Intervals of active vehicles now, whatever the days; null by month. */
  due_soon: z.nullable(z.int()),
  past_due: z.nullable(z.int()),
}

/** A group of the report; `key`, `name` and `identifier` as in the cost report. */
export const ComplianceGroup = z.object({
  key: z.string(),
  name: z.nullable(z.string()),
  identifier: GroupIdentifier,
  ...figures,
})
export type ComplianceGroup = z.infer<typeof ComplianceGroup>

/** A completed interval, or one that is due now, which has no `done_on`. */
export const ComplianceRow = z.object({
  id: z.string(),
  vehicle_id: Id,
  vehicle_name: z.string(),
  vehicle_identifier: GroupIdentifier,
  /** Services, separated by commas. */
  services: z.string(),
  unit: DistanceUnit,
  /** Last day on time; for an interval that is due now, it may be projected from the vehicle's use. */
  due_date: z.nullable(Day),
  due_at: z.nullable(z.int()),
  done_on: z.nullable(Day),
  /** Odometer at the completion. */
  done_at: z.nullable(z.int()),
  in_time: z.nullable(z.boolean()),
  /** By how much it was late; null where it was not. */
  days_late: z.nullable(z.int()),
  distance_late: z.nullable(z.int()),
  due_status: z.nullable(z.enum(['due_soon', 'past_due'])),
})
export type ComplianceRow = z.infer<typeof ComplianceRow>

const complianceQuery = {
  by: ComplianceDimension,
  ...reportDays,
  sort: z._default(z.enum(COMPLIANCE_SORTS), '-late'),
}

const complianceRowsQuery = {
  by: ComplianceDimension,
  ...reportDays,
  key: z.optional(ReportKey),
  figure: z._default(ComplianceFigure, 'completed'),
}

export const complianceContract = {
  /**
   * Returns how much scheduled maintenance was done on time (decision 97) within a range of days, and how much is due
   * now, by month, department, class, vehicle or service. An interval counts for each of its services, but once in the
   * figures of all groups.
   */
  compliance: call({ access: 'reports.read' })
    .route({
      method: 'GET',
      path: v4('/reports/compliance'),
      tags: ['reports'],
      summary: 'Report of on-time maintenance',
    })
    .input(z.object({ ...complianceQuery, ...pageQuery(REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX) }))
    .output(z.object({ groups: z.array(ComplianceGroup), ...figures, ...pageFields })),
  /** Returns the rows of a figure of one group, or of all without `key`: latest completion, or most urgent, first. */
  complianceRows: call({ access: 'reports.read' })
    .route({
      method: 'GET',
      path: v4('/reports/compliance/rows'),
      tags: ['reports'],
      summary: 'Rows of a figure of the report of on-time maintenance',
    })
    .input(
      z.object({
        ...complianceRowsQuery,
        ...pageQuery(REPORT_ROWS_PER_PAGE, REPORT_ROWS_PER_PAGE_MAX),
      }),
    )
    .output(z.object({ rows: z.array(ComplianceRow), name: z.nullable(z.string()), ...pageFields })),
  /** The report as a file. The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8). */
  complianceFile: call({ access: 'reports.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/reports/compliance.csv'),
      tags: ['reports'],
      summary: 'Report of on-time maintenance as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...complianceQuery, ...reportFile }))
    .output(reportFileOutput),
  /** All rows of `complianceRows` as a file; see `complianceFile`. */
  complianceRowsFile: call({ access: 'reports.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/reports/compliance/rows.csv'),
      tags: ['reports'],
      summary: 'Rows of a figure of the report of on-time maintenance as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...complianceRowsQuery, ...reportFile }))
    .output(reportFileOutput),
}
