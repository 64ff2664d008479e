/** Names of the fields in which two states of a form differ. */
export function changedFields<Values extends object>(one: Values, other: Values): (keyof Values)[] {
  const names = Object.keys(one) as (keyof Values)[]
  // A list of thousands that nobody touched is the same one; to write it out would slow each letter.
  return names.filter((name) => one[name] !== other[name] && textOf(one[name]) !== textOf(other[name]))
}

const textOf = (value: unknown) => JSON.stringify(value)
