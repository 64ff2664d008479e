import type { FieldCodes } from '#domain/core/file-rules.ts'
import { withoutFields } from '#src/lib/field-codes.ts'

export interface ReadingDraft {
  value: string
  read_on: string
}

/** Restores a stored draft; undefined for drafts of other versions. */
export function parseReading(stored: unknown): ReadingDraft | undefined {
  const { value, read_on } = Object(stored) as Partial<ReadingDraft>
  return typeof value === 'string' && typeof read_on === 'string' ? { value, read_on } : undefined
}

/** Returns the codes of a rejection without those of fields that the restored draft has corrected since. */
export function withoutCorrected(
  codes: FieldCodes,
  initial: ReadingDraft,
  restored: ReadingDraft,
): FieldCodes {
  const fields = ['value', 'read_on'] as const
  return withoutFields(
    codes,
    fields.filter((field) => restored[field] !== initial[field]),
  )
}
