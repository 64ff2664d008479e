/** A query whose parameters are separate from its text. All SQL in the server is written this way. */
export interface Query {
  text: string
  values: unknown[]
}

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value && FRAGMENTS.has(value)
const FRAGMENTS = new WeakSet<object>()

/**
 * Tagged template: sql`select … where id = ${id}`. Each value becomes a parameter. Another sql`…` is spliced in with
 * its parameters. User input cannot become part of the statement text.
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

/** Returns the name of a table as a fragment. Only for names in our own code, because SQL takes no parameter there. */
export function tableNamed(name: string): Query {
  if (!/^[a-z_]+$/.test(name)) throw new RangeError(`${name} is not a table name`)
  return Object.assign(sql``, { text: name })
}

/** Joins fragments, e.g. conditions with sql` and `. */
export function joinSql(fragments: Query[], separator: Query): Query {
  return fragments.reduce((all, next, i) => (i === 0 ? next : sql`${all}${separator}${next}`), sql``)
}
