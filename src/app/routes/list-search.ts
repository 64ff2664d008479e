type Search = Record<string, string | undefined>

/**
 * Returns a function that keeps the URL parameters of a list with saved views: its own, the view, and the columns and
 * density of its table. Unknown and empty ones are dropped.
 */
export function listSearch<Name extends string>(...names: Name[]) {
  const known = [...names, 'view', 'hide', 'density'] as const
  return (search: Search): Partial<Record<(typeof known)[number], string>> =>
    Object.assign({}, ...known.map((name) => search[name] && { [name]: search[name] }))
}
