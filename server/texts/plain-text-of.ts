import { type Query, sql } from '#server/db/sql.ts'

/** Folds a text as `plainText` does, so that both sides of a search are plain. Normalizing is slow, so ASCII skips it. */
const folded = (
  text: Query,
  ofAscii: Query,
): Query => sql`case when octet_length(${text}) = char_length(${text})
  then ${ofAscii} else replace(lower(regexp_replace(normalize(${text}, nfd), '[\\u0300-\\u036f]', '', 'g')), 'ς', 'σ') end`

/** SQL for the plain text of a column (it appears several times): lower case without accents. */
export const plainTextOf = (column: Query): Query => folded(column, sql`lower(${column})`)

/** The same for a column that is stored in lower case. */
export const plainTextOfLower = (column: Query): Query => folded(column, column)
