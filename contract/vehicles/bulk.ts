import { ODOMETER_MAX } from '#domain/core/limits.ts'
import { BULK_FILE_MAX_BYTES, BULK_PROBLEMS } from '#domain/vehicles/bulk-file.ts'
import { BULK_COLUMNS, BULK_ERRORS, BULK_WARNINGS } from '#domain/vehicles/bulk-rules.ts'
import { DistanceUnit, Id, Instant, Language, TicketToken, Uuid } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** `completed_with_errors`: some rows were rejected. `errored`: the upload failed permanently (VEH-067). */
const BULK_STATUSES = ['waiting', 'running', 'completed', 'completed_with_errors', 'errored'] as const

/** Progress and outcome of a bulk upload. Row counts exclude the heading and empty lines. */
export const BulkUpsertion = z.object({
  id: Uuid,
  user_id: Id,
  status: z.enum(BULK_STATUSES),
  file_name: z.nullable(z.string()),
  /** Null until the whole file was read. */
  rows_total: z.nullable(z.int()),
  rows_done: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Rows without changes. */
  unchanged: z.int(),
  refused: z.int(),
  /** Accepted rows with a warning. */
  warned: z.int(),
  /** Why it failed. */
  problem: z.nullable(z.enum(BULK_PROBLEMS)),
  created_at: Instant,
  finished_at: z.nullable(Instant),
})
export type BulkUpsertion = z.infer<typeof BulkUpsertion>

const BulkNoteField = z.object({
  code: z.enum([...BULK_ERRORS, ...BULK_WARNINGS]),
  column: z.nullable(z.enum(BULK_COLUMNS)),
  other_row: z.optional(z.int()),
})

/** A row of the report: rejected, or accepted with a warning. */
export const BulkReportRow = z.object({
  /** Row number, as in a spreadsheet. */
  row: z.int(),
  is_refused: z.boolean(),
  /** Cells of the file, in the column order of the template. */
  cells: z.array(z.string()),
  notes: z.array(BulkNoteField),
})
export type BulkReportRow = z.infer<typeof BulkReportRow>

/** Maximum rows of one check; a preview sends as many checks as it needs. */
export const BULK_CHECK_ROWS_MAX = 2000
/** Accepted rows of a file, with the fields that the server's warnings depend on. Odometer n belongs to VIN n. */
export const BulkCheck = z
  .object({
    vins: z
      .array(z.string().check(z.maxLength(17, 'vin_length'), z.minLength(17, 'vin_length')))
      .check(z.minLength(1, 'required'), z.maxLength(BULK_CHECK_ROWS_MAX, 'too_many')),
    /** Odometer unit that the file states; defaults to that of each vehicle. */
    odometer_units: z.optional(DistanceUnit),
    odometers: z
      .array(z.nullable(z.int().check(z.minimum(0, 'min'), z.maximum(ODOMETER_MAX, 'max'))))
      .check(z.maxLength(BULK_CHECK_ROWS_MAX, 'too_many')),
  })
  .check(
    z.refine(({ vins, odometers }) => vins.length === odometers.length, {
      error: 'required',
      path: ['odometers'],
    }),
  )
export type BulkCheck = z.infer<typeof BulkCheck>

const path = (rest = '') => v4(`/vehicles/bulk_upsertions${rest}`)

export const bulkUpsertionsContract = {
  /**
   * Accepts a CSV file of vehicles (VEH-066) and responds before it is written; push and `show` report the outcome. The
   * same file again while it is processed: 202 with its current state. The same request with its key, also later: 202 with
   * its first response, and the file is not written again. Another file of any user in the fleet meanwhile:
   * 409 `upload_running`. `fileData`: a base64 data URL, whose type may name the file:
   * `data:text/csv;name=vans.csv;base64,…`.
   */
  create: call({
    access: 'vehicles.edit',
    feature: 'addVehicles',
    kind: 'write',
    idempotent: true,
    dataUrl: { field: 'fileData', maxBytes: BULK_FILE_MAX_BYTES },
    problems: ['upload_running'],
  })
    .route({
      method: 'POST',
      path: path(),
      tags: ['vehicles'],
      summary: 'Add or change vehicles by a CSV file',
      successStatus: 202,
    })
    .input(
      z.object({
        fileData: z
          .string('data_url')
          .check(
            z.maxLength(2 * BULK_FILE_MAX_BYTES, 'data_url'),
            z.regex(/^data:[^,]{0,500};base64,/, 'data_url'),
          ),
      }),
    )
    .output(BulkUpsertion),
  /** Returns the warnings that an upload of these rows would have, by the same rules, and writes nothing (VEH-065). */
  check: call({ access: 'vehicles.edit', kind: 'write' })
    .route({
      method: 'POST',
      path: path('/check'),
      tags: ['vehicles'],
      summary: 'Check rows of a bulk upload before it is sent',
    })
    .input(BulkCheck)
    .output(
      z.object({
        rows: z.array(z.object({ vin: z.string(), is_known: z.boolean(), notes: z.array(BulkNoteField) })),
      }),
    ),
  /** The user's uploads in this fleet, newest first. */
  list: call({ access: 'vehicles.edit' })
    .route({ method: 'GET', path: path(), tags: ['vehicles'], summary: 'Own bulk uploads' })
    .input(z.object(pageQuery(10, 50)))
    .output(z.object({ bulk_upsertions: z.array(BulkUpsertion), ...pageFields })),
  show: call({ access: 'vehicles.edit' })
    .route({
      method: 'GET',
      path: path('/{id}'),
      tags: ['vehicles'],
      summary: 'Get the progress of a bulk upload',
    })
    .input(z.object({ id: Uuid }))
    .output(BulkUpsertion),
  /** Rows with messages: rejected ones first, then by row. */
  rows: call({ access: 'vehicles.edit' })
    .route({
      method: 'GET',
      path: path('/{id}/rows'),
      tags: ['vehicles'],
      summary: 'List skipped rows and remarks of a bulk upload',
    })
    .input(z.object({ id: Uuid, ...pageQuery(50, 200) }))
    .output(z.object({ rows: z.array(BulkReportRow), ...pageFields })),
  /**
   * Rejected rows in the template's columns, followed by the reason, so that they can be fixed and uploaded again. The
   * browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8).
   */
  refused: call({ access: 'vehicles.edit', ticket: 'download' })
    .route({
      method: 'GET',
      path: path('/{id}/refused.csv'),
      tags: ['vehicles'],
      summary: 'Download skipped rows of a bulk upload',
      outputStructure: 'detailed',
    })
    .input(z.object({ id: Uuid, language: z._default(Language, 'en'), auth_token: z.optional(TicketToken) }))
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
}
