import type { FieldCodes } from '#domain/core/file-rules.ts'

interface Issue {
  code?: string | undefined
  path: readonly PropertyKey[]
  message: string
}

/**
 * Codes per field path from a schema's issues. A field that was left out is 'required', whatever its kind,
 * since the schemas of the contract only name what is wrong with a value that is there.
 */
export function codesOf(issues: readonly Issue[], input: unknown): FieldCodes {
  const codes: FieldCodes = {}
  for (const { code, path, message } of issues) {
    const name = path.map(String).join('.')
    const isMissing = code === 'invalid_type' && valueAt(input, path) === undefined
    codes[name] = [...new Set([...(codes[name] ?? []), isMissing ? 'required' : message])]
  }
  return codes
}

/** The codes of all other fields: those that were changed since may be right by now. */
export const withoutFields = (codes: FieldCodes, fields: readonly string[]): FieldCodes =>
  Object.fromEntries(Object.entries(codes).filter(([path]) => !fields.includes(path.split('.')[0] ?? '')))

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? undefined : Reflect.get(Object(value), key)),
    input,
  )
}
