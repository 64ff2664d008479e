// zod/mini with checks that tolerate any JSON. Import it as `import * as z from './zod.ts'` or by a relative path;
// biome.json forbids zod/mini elsewhere in the contract.
import { length as zodLength, maxLength as zodMaxLength, minLength as zodMinLength } from 'zod/mini'

export * from 'zod/mini'

/**
 * Restricts a length check to strings and arrays. zod runs length checks on every value with a `length`, even after the
 * type check failed, and then throws on `{ length: { toString: 1 } }`.
 */
function onlyMeasurable<Check extends { _zod: { def: object } }>(check: Check): Check {
  const when = ({ value }: { value: unknown }) => typeof value === 'string' || Array.isArray(value)
  Object.assign(check._zod.def, { when })
  return check
}

/** Rejects longer values and stops the field's checks, so that no pattern runs on an oversized text. */
export const maxLength = (maximum: number, error?: string) =>
  onlyMeasurable(zodMaxLength(maximum, { error, abort: true }))

export const minLength = (minimum: number, error?: string) => onlyMeasurable(zodMinLength(minimum, { error }))

export const length = (exact: number, error?: string) =>
  onlyMeasurable(zodLength(exact, { error, abort: true }))
