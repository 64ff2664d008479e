import type { QueryConfig } from 'pg'
import type { Query } from './sql.ts'

/**
 * Maximum number of prepared statements per connection, so that ever-changing texts do not fill the database's memory.
 */
const STATEMENTS_MAX = 400
const names = new Map<string, string>()

/**
 * Names the query, so that each connection parses and plans its text once. The text is the same for all values, because
 * values are never part of it (sql.ts). LIKE queries are planned each time: a frequent and a rare word need different
 * plans (decision 29).
 */
export function prepared({ text, values }: Query): QueryConfig {
  if (/ like \$/.test(text)) return { text, values }
  let name = names.get(text)
  if (name === undefined) {
    if (names.size >= STATEMENTS_MAX) return { text, values }
    name = `w${names.size + 1}`
    names.set(text, name)
  }
  return { name, text, values }
}
