/** Shown for all empty values (BRD-037). */
export const dash = '—'

export type Empty = null | undefined | ''

export function isEmpty<T>(value: T | Empty): value is Empty {
  return value === null || value === undefined || value === ''
}
