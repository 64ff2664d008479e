/** Shown wherever a value is empty. Source: BRD-037. */
export const dash = '—'

export type Empty = null | undefined | ''

export function isEmpty<T>(value: T | Empty): value is Empty {
  return value === null || value === undefined || value === ''
}
