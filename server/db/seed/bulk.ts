import type { Transaction } from '#server/db/database.ts'

/** Rows of one statement: keeps a parameter at some megabytes. */
const CHUNK = 4_000
/** Tables whose ids the server counts. */
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
 * Inserts rows whose fields are named as the columns; what a row leaves out gets the column's default.
 * @param table a name of our own, never from outside; so are the fields
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

/** Lets the server count on from the highest id that was inserted. */
export async function moveCounters(tx: Transaction): Promise<void> {
  for (const table of COUNTED) {
    await tx.executeSql(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table} having max(id) is not null`,
      [],
    )
  }
}
