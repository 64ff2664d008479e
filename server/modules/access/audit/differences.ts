import type { FieldChange } from '#contract/access/audit.ts'

/** Fields of a row as the audit log records them. */
export type RecordedFields = Record<string, FieldChange['from']>

/** Returns the fields that differ, in the order of `after`; with `before` null, all non-empty fields. */
export function differences(before: RecordedFields | null, after: RecordedFields): FieldChange[] {
  return Object.entries(after).flatMap(([field, to]) => {
    const from = before?.[field] ?? null
    const isSame = JSON.stringify(from) === JSON.stringify(to) || (!before && isEmpty(to))
    return isSame ? [] : [{ field, from, to }]
  })
}

const isEmpty = (value: FieldChange['to']): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0)
