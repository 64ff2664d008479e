/** A query with its parameters apart from its text: the only way that SQL is written in this server. */
export interface Query {
  text: string
  values: unknown[]
}

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value && FRAGMENTS.has(value)
const FRAGMENTS = new WeakSet<object>()

/**
 * Tagged template: sql`select … where id = ${id}`. Each value becomes a parameter; another sql`…` is spliced in with
 * its own parameters. There is no way to put text of a user into the statement.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Query {
  const query: Query = { text: strings[0] ?? '', values: [] }
  parts.forEach((part, i) => {
    if (isQuery(part)) {
      const offset = query.values.length
      query.text += part.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`)
      query.values.push(...part.values)
    } else {
      query.values.push(part)
      query.text += `$${query.values.length}`
    }
    query.text += strings[i + 1]
  })
  FRAGMENTS.add(query)
  return query
}

/** Joins fragments, e.g. conditions with sql` and `. */
export function joinSql(fragments: Query[], separator: Query): Query {
  return fragments.reduce((all, next, i) => (i === 0 ? next : sql`${all}${separator}${next}`), sql``)
}
