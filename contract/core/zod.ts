// The schema library as the contract uses it: zod/mini, with checks that hold for whatever JSON comes in.
// `import * as z from './zod.ts'` or a relative path; biome.json refuses zod/mini elsewhere in the contract.
import { length as zodLength, maxLength as zodMaxLength, minLength as zodMinLength } from 'zod/mini'

export * from 'zod/mini'

/**
 * Measures strings and arrays only. zod runs its length checks on every value that has a `length`, also after the type
 * check failed: `{ length: { toString: 1 } }` then throws while it is compared.
 */
function onlyMeasurable<Check extends { _zod: { def: object } }>(check: Check): Check {
  const when = ({ value }: { value: unknown }) => typeof value === 'string' || Array.isArray(value)
  Object.assign(check._zod.def, { when })
  return check
}

/** Refuses what is longer, and ends the field's checks there: no pattern reads text that is too long. */
export const maxLength = (maximum: number, error?: string) =>
  onlyMeasurable(zodMaxLength(maximum, { error, abort: true }))

export const minLength = (minimum: number, error?: string) => onlyMeasurable(zodMinLength(minimum, { error }))

export const length = (exact: number, error?: string) =>
  onlyMeasurable(zodLength(exact, { error, abort: true }))
