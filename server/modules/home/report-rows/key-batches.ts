import type { Queryable } from '#server/db/database.ts'
import { joinSql, type Query, sql } from '#server/db/sql.ts'

/** Number of rows whose keys are one text. */
export const KEYS_PER_BATCH = 200

interface KeyedRows {
  /** Selects the rows `x`. */
  rows: Query
  /** Columns of `x` whose values become the key. Their texts contain neither spaces nor line breaks. */
  columns: readonly Query[]
  /** The order of the rows, complete. */
  order: Query
}

/**
 * Reads the keys of all rows in order, in one snapshot. The keys of each 200 rows are one text. A million rows take 30 to
 * 60 MB this way, instead of 200 to 300 MB as objects, for as long as a client reads a file (decision 129).
 */
export async function readKeys(db: Queryable, { rows, columns, order }: KeyedRows): Promise<string[]> {
  const values = joinSql(
    columns.map((column) => sql`${column}::text`),
    sql`, `,
  )
  const batches = await db.query<{ keys: string }>(sql`
    select string_agg(k.key, chr(10) order by k.n) as keys from (
      select r.key, r.n, (r.n - 1) / ${KEYS_PER_BATCH}::int as batch from (
        select array_to_string(array[${values}], ' ', '') as key, row_number() over (order by ${order}) as n
        from (${rows}) x) r) k
    group by k.batch order by k.batch`)
  return batches.map(({ keys }) => keys)
}

/** Selects `(n, key)` of the rows of a batch: their position in it, and the values of their columns as an array of texts. */
export const keysOf = (batch: string): Query =>
  sql`select k.n, string_to_array(k.line, ' ', '') as key
    from unnest(string_to_array(${batch}::text, chr(10))) with ordinality as k(line, n)`
