import { addCode } from '#domain/core/file-rules.ts'
import { Problem } from '#server/problem.ts'

/** Throws a validation error that names the lines whose service is not known. `field`: the name of the list. */
export function requireKnownServices(
  field: string,
  lines: readonly { service_definition_id: number }[],
  known: ReadonlyMap<number, unknown>,
): void {
  const fields: Record<string, string[]> = {}
  for (const [nth, line] of lines.entries())
    if (!known.has(line.service_definition_id))
      addCode(fields, `${field}.${nth}.service_definition_id`, 'unknown')
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
}
