import type { Language } from '#contract/core/fields.ts'
import { csvLine } from '#domain/core/csv/csv-cell.ts'
import { BULK_COLUMNS } from './bulk-rules.ts'

/**
 * Template of a bulk upload (VEH-063, VEH-064), with semicolons for Excel in French. Only the heading: a sample row
 * would be uploaded as a vehicle.
 */
export const bulkTemplate = (language: Language): string => `\ufeff${csvLine(BULK_COLUMNS, language)}`
