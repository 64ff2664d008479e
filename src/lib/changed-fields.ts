/** Returns the names of the fields in which two states of a form differ. */
export function changedFields<Values extends object>(before: Values, after: Values): (keyof Values)[] {
  const names = Object.keys(before) as (keyof Values)[]
  // Identity first: serializing an unchanged list of thousands would slow down each keystroke.
  return names.filter((name) => before[name] !== after[name] && textOf(before[name]) !== textOf(after[name]))
}

const textOf = (value: unknown) => JSON.stringify(value)

/** Returns these fields of a form's state. */
export function pickFields<Values extends object>(
  values: Values,
  fields: readonly (keyof Values)[],
): Partial<Values> {
  return Object.fromEntries(fields.map((name) => [name, values[name]])) as Partial<Values>
}
