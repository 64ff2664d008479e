import type { Language } from '#contract/core/fields.ts'

/** A decimal number as text: sums of money, costs of a mile. */
export interface Amount {
  amount: string | null
}
export type Cell = string | number | null | Amount

/**
 * What makes a spreadsheet take text for a formula, also written in full width; and text that a reader of our files would
 * take for such a mark.
 */
const FORMULA = /^(?:[=+\-@\t\r\0＝＋－＠]|'[=+\-@'\d＝＋－＠])/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * One cell by RFC 4180, and harmless in a spreadsheet: what would be a formula gets an apostrophe in front (S-17).
 * Numbers stay as they are, negative ones too.
 */
export function csvCell(value: Exclude<Cell, Amount>): string {
  const text = value === null ? '' : String(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a file. Excel in French of Canada takes commas for decimals and parts cells at semicolons. */
export function csvLine(cells: readonly Cell[], language: Language): string {
  const texts = cells.map((cell) => {
    if (cell === null || typeof cell !== 'object') return csvCell(cell)
    return language === 'fr' ? (cell.amount ?? '').replace('.', ',') : csvCell(cell.amount)
  })
  return `${texts.join(language === 'fr' ? ';' : ',')}\r\n`
}
