import type { QueryConfig } from 'pg'
import type { Query } from './sql.ts'

/** Statements that each connection keeps at most: those with ever new texts must not fill the database's memory. */
const KEPT = 400
const names = new Map<string, string>()

/**
 * The query under a name of its own, so that each connection parses and plans its text once and not each time.
 * The text is the same for all values, since values are never part of it (sql.ts). What LIKE looks for is planned each
 * time: a word that all rows carry and one that none does are found by different ways (decision 0029).
 */
export function prepared({ text, values }: Query): QueryConfig {
  if (/ like \$/.test(text)) return { text, values }
  let name = names.get(text)
  if (name === undefined) {
    if (names.size >= KEPT) return { text, values }
    name = `w${names.size + 1}`
    names.set(text, name)
  }
  return { name, text, values }
}
