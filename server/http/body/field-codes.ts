/** A validation issue of one value. */
interface Issue {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
  /** For a union: the issues of each branch. */
  errors?: readonly (readonly Issue[])[]
}

const CODE = /^[a-z][a-z0-9_]*$/

/**
 * Returns codes by field path: { 'vehicle_services.0.price': ['money'] }. A missing value is 'required', whatever its
 * type.
 */
export function fieldsOf(issues: readonly Issue[], data: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { path, code } of issues.flatMap((issue) => leaves(issue, [], data))) {
    const name = path.join('.')
    fields[name] = [...new Set([...(fields[name] ?? []), code])]
  }
  return fields
}

function leaves(issue: Issue, base: readonly string[], data: unknown): { path: string[]; code: string }[] {
  const path = [...base, ...keysOf(issue)]
  // For a union, the branch whose fields were sent is assumed to be the intended one, then the one with the fewest issues.
  const missingIn = (branch: readonly Issue[]) =>
    branch.filter((inner) => valueAt(data, [...path, ...keysOf(inner)]) === undefined).length
  const nearest = issue.errors
    ?.filter((branch) => branch.length > 0)
    .sort((a, b) => missingIn(a) - missingIn(b) || a.length - b.length)[0]
  if (nearest) return nearest.flatMap((inner) => leaves(inner, path, data))
  const isMissing = path.length > 0 && valueAt(data, path) === undefined
  return [{ path, code: codeOf(issue, isMissing) }]
}

const keysOf = (issue: Issue) =>
  (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))

/** A cross-field rule that points at a field keeps its own code, even when that field is missing. */
function codeOf(issue: Issue, isMissing: boolean): string {
  const own = CODE.test(issue.message) ? issue.message : null
  if (isMissing && !own?.endsWith('required')) return 'required'
  return own ?? 'invalid'
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key)
        ? (node as Record<string, unknown>)[key]
        : undefined,
    data,
  )
}
