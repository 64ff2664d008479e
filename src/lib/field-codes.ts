import type { FieldCodes } from '#domain/core/file-rules.ts'

interface Issue {
  code?: string | undefined
  path: readonly PropertyKey[]
  message: string
}

/**
 * Returns codes by field path from a schema's issues. A missing field is 'required', regardless of its type, because the
 * contract's schemas describe only invalid values.
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

/** Returns the codes of all other fields: changed fields may be valid now. */
export const withoutFields = (codes: FieldCodes, fields: readonly string[]): FieldCodes =>
  Object.fromEntries(Object.entries(codes).filter(([path]) => !fields.includes(path.split('.')[0] ?? '')))

/** Returns the codes of a list and of its rows, with the number of the row. */
export function codesOfRows(codes: FieldCodes, list: string): { row: number | null; code: string }[] {
  return Object.entries(codes).flatMap(([path, own]) => {
    const [name, row] = path.split('.')
    return name === list ? own.map((code) => ({ row: row === undefined ? null : Number(row), code })) : []
  })
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? undefined : Reflect.get(Object(value), key)),
    input,
  )
}
