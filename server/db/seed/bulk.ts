import type { Transaction } from '#server/db/database.ts'

/** Rows per statement. Keeps a parameter at a few megabytes. */
const CHUNK = 4_000
/** Tables with a sequence. */
const COUNTED = [
  'affiliations',
  'accounts',
  'fleets',
  'fleet_links',
  'users',
  'vehicles',
  'service_definitions',
  'shops',
  'shop_orders',
  'order_services',
  'maintenance_intervals',
  'schedule_templates',
  'schedule_items',
] as const

/**
 * Inserts rows whose fields are named like the columns. A missing field gets the column's default.
 * @param table a trusted name, never user input; the same goes for the field names
 * @param rows all of the same shape
 */
export async function insertRows(tx: Transaction, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).join(', ')
  for (let start = 0; start < rows.length; start += CHUNK) {
    await tx.executeSql(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows.slice(start, start + CHUNK))],
    )
  }
}

/** Advances each sequence past the highest inserted id. */
export async function advanceSequences(tx: Transaction): Promise<void> {
  for (const table of COUNTED) {
    await tx.executeSql(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table} having max(id) is not null`,
      [],
    )
  }
}
