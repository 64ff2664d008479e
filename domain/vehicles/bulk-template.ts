import type { Language } from '#contract/core/fields.ts'
import { csvLine } from '#domain/csv/csv-cell.ts'
import { BULK_COLUMNS } from './bulk-rules.ts'

/**
 * The template of a bulk upload (VEH-063, VEH-064), in columns also where Excel parts cells at semicolons. The heading
 * alone: a row of example would come back as a vehicle.
 */
export const bulkTemplate = (language: Language): string => `\ufeff${csvLine(BULK_COLUMNS, language)}`
