/** Names of the fields in which two states of a form differ. */
export function differing<Values extends object>(one: Values, other: Values): (keyof Values)[] {
  const names = Object.keys(one) as (keyof Values)[]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}
