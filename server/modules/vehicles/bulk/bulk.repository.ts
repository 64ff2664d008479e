import type { Country, DistanceUnit, Language } from '#contract/core/fields.ts'
import { distanceUnitOf } from '#contract/core/locale.ts'
import type { BulkReportRow, BulkUpsertion } from '#contract/vehicles/bulk.ts'
import type { BulkProblem } from '#domain/vehicles/bulk-file.ts'
import type { BulkRow } from '#domain/vehicles/bulk-rules.ts'
import { countRows } from '#server/db/counts.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

const COLUMNS = sql`id, user_id, status, file_name, rows_total, rows_done, created, updated, unchanged, refused, warned,
  problem, created_at, finished_at`

interface NewUpsertion {
  id: string
  fleetId: number
  userId: number
  file_name: string | null
  byte_size: number
  sha256: Buffer
  read_on: string
}

/** An upload with the data that its job needs. */
export interface BulkJob {
  id: string
  fleet: { id: number; unit: DistanceUnit; timeZone: string; brand: string }
  user: { id: number; email: string; language: Language }
  file_name: string | null
  read_on: string
  rows_total: number | null
  cursor_row: number
  attempts: number
}

/** The result of one chunk of rows. */
interface BulkCounts {
  rows_done: number
  created: number
  updated: number
  unchanged: number
  refused: number
  warned: number
}

async function one(db: Queryable, rest: Query): Promise<BulkUpsertion | undefined> {
  return (await db.query<BulkUpsertion>(sql`select ${COLUMNS} from bulk_upsertions where ${rest}`))[0]
}

export const bulkRepository = {
  /** Returns false if the fleet already has an unfinished upload. */
  async insert(tx: Transaction, upload: NewUpsertion): Promise<boolean> {
    const rows = await tx.query(sql`
      insert into bulk_upsertions (id, fleet_id, user_id, file_name, byte_size, sha256, read_on)
      values (${upload.id}, ${upload.fleetId}, ${upload.userId}, ${upload.file_name}, ${upload.byte_size}, ${upload.sha256}, ${upload.read_on})
      on conflict (fleet_id) where status in ('waiting', 'running') do nothing returning 1`)
    return rows.length > 0
  },

  async insertPart(tx: Transaction, upload: { id: string; fleetId: number }, number: number, bytes: Buffer) {
    await tx.query(sql`
      insert into bulk_upsertion_parts (fleet_id, upsertion_id, number, bytes)
      values (${upload.fleetId}, ${upload.id}, ${number}, ${bytes})`)
  },

  async part(db: Queryable, id: string, number: number): Promise<Buffer | undefined> {
    const [row] = await db.query<{ bytes: Buffer }>(
      sql`select bytes from bulk_upsertion_parts where upsertion_id = ${id} and number = ${number}`,
    )
    return row?.bytes
  },

  find: (db: Queryable, fleetId: number, id: string) => one(db, sql`fleet_id = ${fleetId} and id = ${id}`),

  /** Finds the user's own unfinished upload of the same file. */
  openOf: (db: Queryable, owner: { fleetId: number; userId: number; sha256: Buffer }) =>
    one(
      db,
      sql`fleet_id = ${owner.fleetId} and user_id = ${owner.userId} and sha256 = ${owner.sha256}
        and status in ('waiting', 'running')`,
    ),

  /** Index: bulk_upsertions_of_user. */
  list(
    db: Queryable,
    user: { fleetId: number; userId: number },
    page: { page: number; per_page: number },
  ): Promise<BulkUpsertion[]> {
    return db.query<BulkUpsertion>(sql`
      select ${COLUMNS} from bulk_upsertions where fleet_id = ${user.fleetId} and user_id = ${user.userId}
      order by created_at desc limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`)
  },

  count(db: Queryable, user: { fleetId: number; userId: number }): Promise<number> {
    return countRows(
      db,
      sql`select count(*) from bulk_upsertions where fleet_id = ${user.fleetId} and user_id = ${user.userId}`,
    )
  },

  /** Index: bulk_upsertion_rows_order. */
  rows(
    db: Queryable,
    uploadKey: { fleetId: number; id: string },
    page: { offset: number; limit: number },
  ): Promise<BulkReportRow[]> {
    return db.query<BulkReportRow>(sql`
      select row_number as row, is_refused, cells, notes from bulk_upsertion_rows
      where fleet_id = ${uploadKey.fleetId} and upsertion_id = ${uploadKey.id}
      order by is_refused desc, row_number limit ${page.limit} offset ${page.offset}`)
  },

  /** Lists refused rows after the given row, in the order of the file. */
  refusedRowsAfter(
    db: Queryable,
    uploadKey: { fleetId: number; id: string },
    row: number,
    limit: number,
  ): Promise<BulkReportRow[]> {
    return db.query<BulkReportRow>(sql`
      select row_number as row, is_refused, cells, notes from bulk_upsertion_rows
      where fleet_id = ${uploadKey.fleetId} and upsertion_id = ${uploadKey.id} and is_refused and row_number > ${row}
      order by row_number limit ${limit}`)
  },

  /** Lists ids of unfinished uploads, oldest first. Jobs only. */
  open: (db: Queryable): Promise<{ id: string; fleet_id: number }[]> =>
    db.query(
      sql`select id, fleet_id from bulk_upsertions where status in ('waiting', 'running') order by created_at`,
    ),

  /** Starts or continues an upload; undefined if it has ended. Jobs only. */
  async begin(db: Database, id: string): Promise<BulkJob | undefined> {
    const [row] = await db.query<
      Omit<BulkJob, 'fleet' | 'user'> & {
        fleet_id: number
        country: Country
        time_zone: string
        brand: string
        user_id: number
        email: string
        language: Language
      }
    >(sql`
      update bulk_upsertions b set status = 'running', attempts = b.attempts + 1 from fleets f, users u
      where b.id = ${id} and b.status in ('waiting', 'running') and f.id = b.fleet_id and u.id = b.user_id
      returning b.id, b.file_name, b.read_on, b.rows_total, b.cursor_row, b.attempts, b.fleet_id, f.country, f.time_zone,
        f.brand, b.user_id, u.email, u.language`)
    if (!row) return undefined
    const { fleet_id, country, time_zone, brand, user_id, email, language, ...job } = row
    return {
      ...job,
      fleet: { id: fleet_id, unit: distanceUnitOf(country), timeZone: time_zone, brand },
      user: { id: user_id, email, language },
    }
  },

  /** Stores what the whole file was read for: the number of its rows, and the odometer unit in its heading. */
  async setTotal(db: Queryable, id: string, rows: number, unit: DistanceUnit | null): Promise<void> {
    await db.query(
      sql`update bulk_upsertions set rows_total = ${rows}, odometer_units = ${unit} where id = ${id}`,
    )
  },

  /** Returns the odometer unit in the heading of the file; null: that of each vehicle. */
  async unitOf(db: Queryable, uploadKey: { fleetId: number; id: string }): Promise<DistanceUnit | null> {
    const [row] = await db.query<{ unit: DistanceUnit | null }>(
      sql`select odometer_units as unit from bulk_upsertions where fleet_id = ${uploadKey.fleetId} and id = ${uploadKey.id}`,
    )
    return row?.unit ?? null
  },

  /** Locks the upload until the transaction ends. Returns false if another server has advanced it. */
  async lockAtCursor(tx: Transaction, { id, cursor_row }: BulkJob): Promise<boolean> {
    const rows = await tx.query(sql`
      select from bulk_upsertions where id = ${id} and status = 'running' and cursor_row = ${cursor_row} for update`)
    return rows.length > 0
  },

  /** Advances the cursor to a row and adds the counts of the rows up to it. */
  async advance(tx: Transaction, id: string, cursorRow: number, add: BulkCounts): Promise<BulkUpsertion> {
    const [row] = await tx.query<BulkUpsertion>(sql`
      update bulk_upsertions set cursor_row = ${cursorRow}, rows_done = rows_done + ${add.rows_done},
        created = created + ${add.created}, updated = updated + ${add.updated},
        unchanged = unchanged + ${add.unchanged}, refused = refused + ${add.refused}, warned = warned + ${add.warned},
        attempts = 0
      where id = ${id} returning ${COLUMNS}`)
    if (!row) throw new Error(`Bulk upload ${id} is gone.`)
    return row
  },

  async insertRows(tx: Transaction, uploadKey: { fleetId: number; id: string }, rows: readonly BulkRow[]) {
    const given = rows.map(({ row, cells, vehicle, notes }) => ({
      row,
      is_refused: vehicle === null,
      cells: cells.map(storable),
      notes,
    }))
    await tx.query(sql`
      insert into bulk_upsertion_rows (fleet_id, upsertion_id, row_number, is_refused, cells, notes)
      select ${uploadKey.fleetId}, ${uploadKey.id}, r.row, r.is_refused, r.cells, r.notes
      from json_to_recordset(${JSON.stringify(given)}) as r (row int, is_refused boolean, cells text[], notes jsonb)`)
  },

  /** Ends the upload and deletes its file. Returns undefined if it had ended before. */
  async finish(tx: Transaction, id: string, problem: BulkProblem | null): Promise<BulkUpsertion | undefined> {
    const [row] = await tx.query<BulkUpsertion>(sql`
      update bulk_upsertions set finished_at = now(), problem = ${problem}, status = case
        when ${problem}::text is not null then 'errored' when refused > 0 then 'completed_with_errors'
        else 'completed' end
      where id = ${id} and status = 'running' returning ${COLUMNS}`)
    if (row) await tx.query(sql`delete from bulk_upsertion_parts where upsertion_id = ${id}`)
    return row
  },

  async hasActiveUser(tx: Transaction, id: string): Promise<boolean> {
    const active = await tx.query(sql`
      select from bulk_upsertions b join users u on u.id = b.user_id where b.id = ${id} and u.is_active`)
    return active.length > 0
  },

  /** Deletes uploads that ended more than `days` ago, with their reports. */
  async deleteFinished(db: Queryable, days: number): Promise<void> {
    await db.query(
      sql`delete from bulk_upsertions where finished_at < now() - make_interval(days => ${days})`,
    )
  },
}

const CELL_LENGTH_MAX = 200
/** Returns a cell that PostgreSQL can store: short, without NUL or lone surrogates. */
const storable = (cell: string) =>
  cell.slice(0, CELL_LENGTH_MAX).replaceAll('\u0000', '\ufffd').toWellFormed()
