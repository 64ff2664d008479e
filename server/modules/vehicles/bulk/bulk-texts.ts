import type { Language } from '#contract/core/fields.ts'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import type { BulkNote } from '#domain/vehicles/bulk-rules.ts'
import { translate } from '#server/texts/translate.ts'

type Count = 'created' | 'updated' | 'unchanged' | 'warned' | 'refused'
export const countText = (language: Language, count: Count) =>
  translate(language, `bulk-upload:count.${count}`)
export const rowText = (language: Language, row: number) => translate(language, 'bulk-upload:row', { row })
export const problemText = (language: Language, problem: NonNullable<BulkUpsertion['problem']>) =>
  translate(language, `bulk-upload:problem.${problem}`)

/** Joins the notes of a row into one text. */
export function notesText(language: Language, notes: readonly BulkNote[]): string {
  return notes
    .map(({ code, column, other_row: row }) => {
      const text = translate(language, `bulk-upload:code.${code}`, row === undefined ? {} : { row })
      if (column === null || column === 'vin') return text
      return `${translate(language, `bulk-upload:column.${column}`)}${language === 'fr' ? '\u00a0:' : ':'} ${text}`
    })
    .join(' ')
}
